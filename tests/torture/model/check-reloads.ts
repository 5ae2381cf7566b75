import { cad, HOUR_MS, type Facts } from './facts.ts';
import { monthOf } from './calendar.ts';

/** So long it was on, and all was calm, before somebody must have tried. */
const SURELY_TRIED_MS = 3 * HOUR_MS;
const NO_ANSWER_MS = 3 * 24 * HOUR_MS;

/**
 * Auto-reload buys what was set and nothing else: while it is on, at most once an hour, within its month's limit. And it does buy:
 * nobody who has it on is hibernated for lack of credit without an attempt.
 */
export function checkReloads(facts: Facts): string[] {
  const { seen, notes } = facts;
  const wrong: string[] = [];
  for (const accountId of seen.balances.keys()) {
    const settings = notes.reloads.filter((one) => one.accountId === accountId);
    const reloads = seen.payments
      .filter((payment) => payment.accountId === accountId && payment.byReload)
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const [n, { at, netMicros, takenByProvider }] of reloads.entries()) {
      const say = (what: string) => wrong.push(`auto-reload of ${accountId} at ${at.toISOString()} ${what}`);
      const setting = settings.findLast((one) => one.at <= at);
      if (!setting?.enabled) say('bought, and was not on');
      else if (netMicros !== setting.amount) say(`bought ${cad(netMicros)} of ${cad(setting.amount)}`);
      const before = reloads[n - 1];
      if (before && at.getTime() - before.at.getTime() < HOUR_MS) say('bought twice within an hour');
      const taken = reloads.filter((one, m) => m <= n && one.takenByProvider && monthOf(one.at) === monthOf(at));
      const sum = taken.reduce((total, one) => total + one.netMicros, 0n);
      if (takenByProvider && setting?.month !== undefined && setting.month !== null && sum > setting.month)
        say(`passed its limit of ${cad(setting.month)}: ${cad(sum)}`);
    }
    for (const at of hibernatedForCredit(facts, accountId)) {
      const setting = settings.findLast((one) => one.at <= at);
      if (!setting?.enabled || setting.month !== null || !isSurelyTried(facts, { accountId, since: setting.at, at })) continue;
      if (reloads.some((one) => one.at <= at && at.getTime() - one.at.getTime() <= NO_ANSWER_MS)) continue;
      wrong.push(`a server of ${accountId} was hibernated at ${at.toISOString()} for its credit, and auto-reload did not try`);
    }
  }
  return wrong;
}

function hibernatedForCredit({ seen }: Facts, accountId: string): Date[] {
  return seen.servers
    .filter((server) => server.accountId === accountId)
    .flatMap(({ id }) => seen.events.get(id) ?? [])
    .filter(({ type, reason }) => type === 'server.hibernate_requested' && reason === 'CREDIT_EXHAUSTED')
    .map(({ at }) => at);
}

/** Whether it was on for long enough, with looks often enough and nothing in the way, that a try must have been made. */
function isSurelyTried({ notes }: Facts, { accountId, since, at }: { accountId: string; since: Date; at: Date }): boolean {
  const from = at.getTime() - SURELY_TRIED_MS;
  if (since.getTime() > from) return false;
  const within = <T extends { readonly at: Date }>(list: readonly T[]) => list.some((one) => one.at.getTime() >= from && one.at <= at);
  if (notes.suspensions.some((one) => one.accountId === accountId && one.suspended && one.at <= at)) return false;
  if (within(notes.grants.filter((one) => one.accountId === accountId)) || notes.prices.some((one) => +one.from >= from)) return false;
  const ticks = notes.ticks.filter((tick) => tick.to.getTime() > from && tick.from < at);
  return ticks.length > 0 && ticks.every(({ calm, from: begun, to }) => calm && to.getTime() - begun.getTime() <= HOUR_MS);
}
