import type { AtStake } from './at-stake.ts';
import type { ServerAction } from './servers.ts';
import type { FollowsWords } from './what-follows-words.ts';

/** An action on a server. `cancel`: no further term is paid for it. */
export type Deed = ServerAction | 'delete' | 'cancel';

/** The sentences of a language, and its formats for days and amounts in CAD. */
export interface Saying {
  readonly words: FollowsWords;
  readonly format: { date(iso: string): string; money(cad: number): string; rate(cad: number): string };
}

/** `hourlyRate`: CAD per hour from now on, if known. */
export type StakeTold = AtStake & { readonly hourlyRate?: number | null };

/** What an action means for a server, its data and its money, sentence by sentence; or for `count` servers with the same at stake. */
export function whatFollows(deed: Deed, stake: StakeTold, { words: t, format }: Saying, count = 1): string[] {
  const { terms, workDisk, hourlyRate = null } = stake;
  const paidUntil = terms?.status === 'active' ? terms.paidUntil : null;
  const termRuns = paidUntil === null ? [] : [t.termRuns(format.date(paidUntil))];
  switch (deed) {
    case 'start':
      return [t.start(count)];
    case 'stop':
      return [t.stop, ...(terms === null ? [t.stopBilled] : termRuns)];
    case 'reboot':
      return [t.reboot(count)];
    case 'hibernate':
      return [
        t.hibernate[workDisk],
        ...(terms === null ? [t.hibernateUnbilled] : termRuns),
        ...(paidUntil === null ? [] : [t.resumeNeedsGpus]),
      ];
    case 'hibernate-restore':
      return [
        t.wake(count),
        ...(terms === null ? [t.wakeCharge(count)] : []),
        ...(terms === null && hourlyRate !== null ? [t.wakeRate(format.rate(hourlyRate), count)] : []),
      ];
    case 'delete':
      return [t.delete(count), ...whatIsRefunded(stake, { words: t, format }, count), t.deleteForGood];
    case 'cancel': {
      const end = terms?.next?.end ?? terms?.paidUntil;
      return typeof end === 'string' ? [t.cancel(format.date(end))] : [];
    }
  }
}

/** What the owner gets back when a server is deleted, and what not; or when `count` servers are. */
export function whatIsRefunded(
  { hour, terms, everActive }: Pick<AtStake, 'hour' | 'terms' | 'everActive'>,
  { words: t, format }: Saying,
  count = 1,
): string[] {
  if (terms === null) return ofHour();
  switch (terms.status) {
    case 'pending':
      return [t.termCharging];
    case 'active':
      return everActive ? ofTerms(terms) : [t.termRefunded(count)];
    case 'ended':
    case 'failed':
      return [];
  }

  function ofHour(): string[] {
    switch (hour) {
      case 'kept':
        return [t.hourKept(count)];
      case 'refunded':
        return [everActive ? t.hourNotUpYet(count) : t.hourNeverUp(count)];
      case 'rest_refunded':
        return [t.hourMoving(count)];
      case 'over':
      case null:
        return [];
    }
  }

  function ofTerms({ paidUntil, next }: NonNullable<AtStake['terms']>): string[] {
    return [
      ...(paidUntil === null ? [] : [t.termForfeited(format.date(paidUntil), count)]),
      ...(next === null
        ? []
        : [t.nextTermRefunded({ start: format.date(next.start), end: format.date(next.end), paid: format.money(next.paid), count })]),
    ];
  }
}
