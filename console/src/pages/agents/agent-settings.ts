import type { AgentCaps, AgentPermission, McpKey } from '@boreal/contract/agents/agents.ts';
import { amountOf, type Typed } from '../../parts/typed-values.ts';

/** The caps in the order of the form; the cap on servers is not money. */
export const capNames = ['serverHourly', 'totalHourly', 'servers', 'monthlySpend', 'perCharge', 'monthlyCharges'] as const;
export type CapName = (typeof capNames)[number];

export interface AgentSettings {
  readonly permissions: AgentPermission[];
  readonly caps: Readonly<Record<CapName, Typed>>;
  readonly approvalAbove: Typed;
  readonly stopAtCap: boolean;
}

export const NEW_SETTINGS: AgentSettings = {
  permissions: [],
  caps: { serverHourly: '', totalHourly: '', servers: '', monthlySpend: '', perCharge: '', monthlyCharges: '' },
  approvalAbove: '',
  stopAtCap: false,
};

export function settingsOf({ permissions, caps, approvalAbove, stopAtCap }: McpKey): AgentSettings {
  return {
    permissions,
    caps: {
      serverHourly: caps.serverHourly ?? '',
      totalHourly: caps.totalHourly ?? '',
      servers: caps.servers ?? '',
      monthlySpend: caps.monthlySpend ?? '',
      perCharge: caps.perCharge ?? '',
      monthlyCharges: caps.monthlyCharges ?? '',
    },
    approvalAbove: approvalAbove ?? '',
    stopAtCap,
  };
}

/** The request: an empty field is no limit. */
export function requestOf({ permissions, caps, approvalAbove, stopAtCap }: AgentSettings) {
  const sent: AgentCaps = {
    serverHourly: amountOf(caps.serverHourly),
    totalHourly: amountOf(caps.totalHourly),
    servers: amountOf(caps.servers),
    monthlySpend: amountOf(caps.monthlySpend),
    perCharge: amountOf(caps.perCharge),
    monthlyCharges: amountOf(caps.monthlyCharges),
  };
  return { permissions: [...permissions], caps: sent, approvalAbove: amountOf(approvalAbove), stopAtCap };
}

/** Whether nothing limits its monthly spending, though it may spend. */
export function isUnbounded({ permissions, caps }: AgentSettings): boolean {
  const spends = permissions.includes('launch') && caps.monthlySpend === '';
  return spends || (permissions.includes('charge') && caps.monthlyCharges === '');
}
