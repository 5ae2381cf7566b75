import { cad, type Facts } from './facts.ts';
import { isCharge, keyOf, limitAt, spentByKey, spentByServer, spentInDay, spentInMonth } from './spending.ts';

/** No charge passed a limit that was set when it was made, not by a cent. */
export function checkLimits(facts: Facts): string[] {
  const { seen, notes } = facts;
  const wrong: string[] = [];
  const pass = (what: string, limit: bigint | null | undefined, spent: bigint, at: Date) => {
    if (limit !== null && limit !== undefined && spent > limit)
      wrong.push(`${what} of ${cad(limit)} was passed at ${at.toISOString()}: ${cad(spent)} were spent`);
  };
  for (const [accountId, movements] of seen.movements) {
    for (const movement of movements) {
      if (movement.balanceAfter < 0n) wrong.push(`the balance of ${accountId} was ${cad(movement.balanceAfter)}`);
      const limit = limitAt(notes, accountId, movement.at);
      if (!isCharge(movement) || !limit) continue;
      // A limit that was set at the same moment may have come after the charge.
      if (limit.at.getTime() === movement.at.getTime()) continue;
      pass(`the month's budget of ${accountId}`, limit.month, spentInMonth(facts, accountId, movement.at), movement.at);
      pass(`the day's budget of ${accountId}`, limit.day, spentInDay(facts, accountId, movement.at), movement.at);
    }
  }
  for (const { id } of seen.servers) {
    for (const hour of seen.hours.get(id) ?? []) {
      const at = hour.chargedAt;
      const limit = limitAt(notes, id, at);
      if (limit && limit.at < at) pass(`the budget of ${id}`, limit.month, spentByServer(facts, id, { month: hour.start, at }), at);
      const keyId = keyOf(facts, id, at);
      const caps = keyId === null ? undefined : limitAt(notes, keyId, at);
      if (!keyId || !caps || caps.at.getTime() === at.getTime()) continue;
      pass(`the month's cap of ${keyId}`, caps.month, spentByKey(facts, keyId, at), at);
      pass(`the hourly cap of ${keyId} for ${id}`, caps.server, hour.compute, at);
    }
  }
  return wrong;
}
