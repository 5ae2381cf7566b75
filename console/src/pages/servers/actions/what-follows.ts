import type { ServerStake } from '@boreal/contract/console-servers.ts';
import type { Formats } from '../../../format/formats.ts';
import type { en as atStake } from '../../../i18n/en/at-stake.ts';
import type { en } from '../../../i18n/en/servers.ts';
import { whatIsRefunded } from '../../../parts/what-is-refunded.ts';
import type { Deed } from './act-on-many.ts';

interface Words {
  readonly t: typeof en;
  readonly atStake: typeof atStake;
  readonly format: Pick<Formats, 'date' | 'money'>;
}

/** What an action means for a server, its data and its money, sentence by sentence; the same for `count` servers. */
export function whatFollows(deed: Deed, stake: ServerStake, { t, atStake: money, format }: Words, count = 1): string[] {
  const { terms, workDisk } = stake;
  const paidUntil = terms?.status === 'active' ? terms.paidUntil : null;
  const termRuns = paidUntil === null ? [] : [t.termRuns(format.date(paidUntil))];
  switch (deed) {
    case 'start':
      return [t.confirmStart(count)];
    case 'stop':
      return [t.confirmStop, ...(terms === null ? [t.stopBilled] : termRuns)];
    case 'reboot':
      return [t.confirmReboot(count)];
    case 'hibernate':
      return [
        t.confirmHibernate[workDisk],
        ...(terms === null ? [t.hibernateUnbilled] : termRuns),
        ...(paidUntil === null ? [] : [t.resumeNeedsGpus]),
      ];
    case 'hibernate-restore':
      return [t.confirmWake(count), ...(terms === null ? [t.wakeCharge(count)] : [])];
    case 'delete':
      return [t.removeText(count), ...whatIsRefunded(stake, { t: money, format, count }), t.removeForGood];
  }
}

/** Servers for which an action means the same. */
export interface AlikeServers<T> {
  readonly sentences: readonly string[];
  readonly servers: readonly T[];
}

/** Servers by what an action means for them, in their order. */
export function groupByWhatFollows<T extends { readonly stake: ServerStake }>(
  deed: Deed,
  servers: readonly T[],
  words: Words,
): readonly AlikeServers<T>[] {
  const alike = Map.groupBy(servers, ({ stake }) => whatFollows(deed, stake, words).join(' '));
  return [...alike.values()].map((group) => ({
    servers: group,
    sentences: group.slice(0, 1).flatMap(({ stake }) => whatFollows(deed, stake, words, group.length)),
  }));
}
