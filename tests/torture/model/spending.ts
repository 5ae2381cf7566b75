import type { LimitNote, Notes } from '../notes.ts';
import type { SeenMovement } from '../observed.ts';
import { dayOf, monthOf } from './calendar.ts';
import type { Facts } from './facts.ts';

/** The limits of an account, a server or a key that hold at a moment. */
export function limitAt({ limits }: Notes, of: string, at: Date): LimitNote | undefined {
  return limits.findLast((limit) => limit.of === of && limit.at <= at);
}

/** What counts against an account's limits: each charge when it is made, less what of it has come back by then. */
export function spentInMonth(facts: Facts, accountId: string, at: Date): bigint {
  return spentIn(facts, accountId, at, monthOf);
}

export function spentInDay(facts: Facts, accountId: string, at: Date): bigint {
  return spentIn(facts, accountId, at, dayOf);
}

function spentIn({ seen }: Facts, accountId: string, at: Date, periodOf: (at: Date) => string): bigint {
  const period = periodOf(at);
  let spent = 0n;
  for (const movement of seen.movements.get(accountId) ?? []) {
    if (movement.at <= at && isCharge(movement) && periodOf(movement.at) === period) spent -= movement.micros;
  }
  for (const refund of refundsOf({ seen }, accountId)) {
    if (refund.at <= at && periodOf(refund.chargedAt) === period) spent -= refund.micros;
  }
  return spent;
}

export function isCharge({ type, micros }: SeenMovement): boolean {
  return (type === 'usage' || type === 'backup') && micros < 0n;
}

/** Hours that came back, each with when it had been charged. */
export function refundsOf(
  { seen }: Pick<Facts, 'seen'>,
  accountId: string,
): { at: Date; chargedAt: Date; micros: bigint; serverId: string }[] {
  const ids = seen.servers.filter((server) => server.accountId === accountId).map(({ id }) => id);
  return ids.flatMap((serverId) =>
    (seen.refunds.get(serverId) ?? []).map(({ at, start, micros }) => {
      const hour = seen.hours.get(serverId)?.find((one) => one.start.getTime() === start.getTime());
      return { at, micros, serverId, chargedAt: hour?.chargedAt ?? at };
    }),
  );
}

/** A server's hours that begin in the month of `month`, as its usage shows them at a moment. */
export function spentByServer({ seen }: Facts, serverId: string, of: { month: Date; at: Date }): bigint {
  const { at } = of;
  const month = monthOf(of.month);
  const hours = (seen.hours.get(serverId) ?? []).filter((hour) => hour.chargedAt <= at && monthOf(hour.start) === month);
  const back = (seen.refunds.get(serverId) ?? []).filter((refund) => refund.at <= at && monthOf(refund.start) === month);
  return hours.reduce((sum, { compute, backup }) => sum + compute + backup, 0n) - back.reduce((sum, { micros }) => sum + micros, 0n);
}

/** The key that last launched a server, or null when that was a person. */
export function keyOf({ seen }: Facts, serverId: string, at: Date): string | null {
  const launch = (seen.events.get(serverId) ?? []).findLast(
    (event) => event.at <= at && (event.type === 'server.create_requested' || event.type === 'server.restore_requested'),
  );
  return launch?.actorType === 'mcp_key' ? launch.actorId : null;
}

/** What the servers of a key came to in the month, charge by charge. */
export function spentByKey(facts: Facts, keyId: string, at: Date): bigint {
  const month = monthOf(at);
  let spent = 0n;
  for (const { id, accountId } of facts.seen.servers) {
    for (const hour of facts.seen.hours.get(id) ?? []) {
      if (hour.chargedAt <= at && monthOf(hour.chargedAt) === month && keyOf(facts, id, hour.chargedAt) === keyId)
        spent += hour.compute + hour.backup;
    }
    for (const refund of refundsOf(facts, accountId)) {
      if (refund.serverId === id && refund.at <= at && monthOf(refund.chargedAt) === month && keyOf(facts, id, refund.at) === keyId)
        spent -= refund.micros;
    }
  }
  return spent;
}
