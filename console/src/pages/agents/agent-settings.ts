import type { AgentCaps, AgentPermission, McpKey } from '@boreal/contract/agents.ts';

/** The caps in the order in which they are asked for; what counts servers is no money. */
export const capNames = ['serverHourly', 'totalHourly', 'servers', 'monthlySpend', 'perCharge', 'monthlyCharges'] as const;
export type CapName = (typeof capNames)[number];

/** What is being typed: a number, or text that is none (yet). Empty is no limit. */
export type Typed = number | string;

export interface AgentSettings {
  readonly permissions: readonly AgentPermission[];
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

/** What is sent: a field left empty is no limit. */
export function requestOf({ permissions, caps, approvalAbove, stopAtCap }: AgentSettings) {
  const sent: AgentCaps = {
    serverHourly: numberOrNull(caps.serverHourly),
    totalHourly: numberOrNull(caps.totalHourly),
    servers: numberOrNull(caps.servers),
    monthlySpend: numberOrNull(caps.monthlySpend),
    perCharge: numberOrNull(caps.perCharge),
    monthlyCharges: numberOrNull(caps.monthlyCharges),
  };
  return { permissions: [...permissions], caps: sent, approvalAbove: numberOrNull(approvalAbove), stopAtCap };
}

/** Whether nothing bounds what it may spend in a month, though it may spend. */
export function isUnbounded({ permissions, caps }: AgentSettings): boolean {
  const spends = permissions.includes('launch') && caps.monthlySpend === '';
  return spends || (permissions.includes('charge') && caps.monthlyCharges === '');
}

function numberOrNull(typed: Typed): number | null {
  if (typed === '') return null;
  return typeof typed === 'number' ? typed : Number(typed);
}
