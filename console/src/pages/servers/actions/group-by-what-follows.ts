import { whatFollows, type Deed, type Saying, type StakeTold } from '@boreal/contract/servers/what-follows.ts';

/** What an action means for several servers: once what it means for all, and then what for some only. */
export interface Following<T> {
  readonly ofAll: readonly string[];
  readonly groups: readonly { readonly sentences: readonly string[]; readonly servers: readonly T[] }[];
}

/** Those for which it means the same are told of together; those that have nothing of their own come first. */
export function groupByWhatFollows<T extends { readonly stake: StakeTold }>(
  deed: Deed,
  servers: readonly T[],
  saying: Saying,
): Following<T> {
  const alike = [...Map.groupBy(servers, ({ stake }) => whatFollows(deed, stake, saying).join(' ')).values()];
  const singly = alike.map(([first]) => (first === undefined ? [] : whatFollows(deed, first.stake, saying)));
  const isOfAll = (sentence: string | undefined) => sentence !== undefined && singly.every((sentences) => sentences.includes(sentence));
  const saidOf = (group: readonly T[], count: number, wanted: (sentence: string | undefined) => boolean) =>
    group
      .slice(0, 1)
      // The same sentence of more servers has its place.
      .flatMap(({ stake }) => {
        const alone = whatFollows(deed, stake, saying);
        return whatFollows(deed, stake, saying, count).filter((_, place) => wanted(alone[place]));
      });
  const groups = alike.map((group) => ({ servers: group, sentences: saidOf(group, group.length, (sentence) => !isOfAll(sentence)) }));
  return {
    ofAll: saidOf(servers, servers.length, isOfAll),
    groups: groups.toSorted((one, other) => Number(one.sentences.length > 0) - Number(other.sentences.length > 0)),
  };
}
