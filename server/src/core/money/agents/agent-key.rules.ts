import { type AgentCaps, type AgentPermission, agentPermissions, type McpKey } from '@boreal/contract/agents/agents.ts';
import { fromCad, toCad, toCadOrNull } from '@boreal/contract/values/money.ts';
import { loosens } from '../budgets/loosens.rules.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import type { AgentKeySettings } from './agent-keys.store.ts';
import { keySpentAt, type Caps, type KeyLoad, type KeySpending } from './caps.rules.ts';

/** A key without any cap. */
export const NO_CAPS: AgentCaps = {
  serverHourly: null,
  totalHourly: null,
  servers: null,
  monthlySpend: null,
  perCharge: null,
  monthlyCharges: null,
};

export function capColumns(caps: AgentCaps): Caps {
  const micros = (cad: number | null) => (cad === null ? null : fromCad(cad));
  return {
    serverHourlyCapMicros: micros(caps.serverHourly),
    totalHourlyCapMicros: micros(caps.totalHourly),
    serverCountCap: caps.servers,
    monthCapMicros: micros(caps.monthlySpend),
    chargeCapMicros: micros(caps.perCharge),
    monthChargeCapMicros: micros(caps.monthlyCharges),
  };
}

export function capsOf(row: Caps): AgentCaps {
  return {
    serverHourly: toCadOrNull(row.serverHourlyCapMicros),
    totalHourly: toCadOrNull(row.totalHourlyCapMicros),
    servers: row.serverCountCap,
    monthlySpend: toCadOrNull(row.monthCapMicros),
    perCharge: toCadOrNull(row.chargeCapMicros),
    monthlyCharges: toCadOrNull(row.monthChargeCapMicros),
  };
}

export function permissionColumns(
  permissions: readonly AgentPermission[],
): Pick<AgentKeySettings, 'mayLaunch' | 'mayDelete' | 'mayCharge'> {
  return {
    mayLaunch: permissions.includes('launch'),
    mayDelete: permissions.includes('delete'),
    mayCharge: permissions.includes('charge'),
  };
}

export function permissionsOf(row: { mayLaunch: boolean; mayDelete: boolean; mayCharge: boolean }): AgentPermission[] {
  const may = { launch: row.mayLaunch, delete: row.mayDelete, charge: row.mayCharge };
  return agentPermissions.filter((permission) => may[permission]);
}

/** Whether a change lets a key charge the card, or charge more than before, or with fewer approvals. */
export function chargesMore(before: AgentKeySettings, after: AgentKeySettings): boolean {
  if (!after.mayCharge) return false;
  return (
    !before.mayCharge ||
    loosens(before.chargeCapMicros, after.chargeCapMicros) ||
    loosens(before.monthChargeCapMicros, after.monthChargeCapMicros) ||
    loosens(before.approvalAboveMicros, after.approvalAboveMicros)
  );
}

export function spendOf(key: KeySpending, seen: { load: KeyLoad; chargedMicros: bigint }, now: Date): McpKey['spend'] {
  const { start, end } = billingMonth(now);
  return {
    spentThisMonth: toCad(keySpentAt(key, now)),
    chargedThisMonth: toCad(seen.chargedMicros),
    hourlyNow: toCad(seen.load.hourlyMicros),
    serversNow: seen.load.servers,
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
  };
}
