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

/** What an action means for several servers: once what it means for all, and then what for some only. */
export interface Following<T> {
  readonly ofAll: readonly string[];
  readonly groups: readonly { readonly sentences: readonly string[]; readonly servers: readonly T[] }[];
}

/** Those for which it means the same are told of together; those that have nothing of their own come first. */
export function groupByWhatFollows<T extends { readonly stake: ServerStake }>(
  deed: Deed,
  servers: readonly T[],
  words: Words,
): Following<T> {
  const alike = [...Map.groupBy(servers, ({ stake }) => whatFollows(deed, stake, words).join(' ')).values()];
  const singly = alike.map(([first]) => (first === undefined ? [] : whatFollows(deed, first.stake, words)));
  const isOfAll = (sentence: string | undefined) => sentence !== undefined && singly.every((sentences) => sentences.includes(sentence));
  const saidOf = (group: readonly T[], count: number, wanted: (sentence: string | undefined) => boolean) =>
    group
      .slice(0, 1)
      // The same sentence of more servers has its place.
      .flatMap(({ stake }) => {
        const alone = whatFollows(deed, stake, words);
        return whatFollows(deed, stake, words, count).filter((_, place) => wanted(alone[place]));
      });
  const groups = alike.map((group) => ({ servers: group, sentences: saidOf(group, group.length, (sentence) => !isOfAll(sentence)) }));
  return {
    ofAll: saidOf(servers, servers.length, isOfAll),
    groups: groups.toSorted((one, other) => Number(one.sentences.length > 0) - Number(other.sentences.length > 0)),
  };
}
