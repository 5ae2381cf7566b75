import { engineSentences } from '@boreal/contract/request-sentences/engine.sentences.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine, Leftover } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { releaseAddresses } from '../addresses/addresses.store.ts';
import { listHeldForNothing, readOwners } from './leftovers.store.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/** Something that outlived its server, on the engine or in our own book of addresses. */
export interface FoundLeftover extends Leftover {
  /**
   * `deleted`: our rows say so, so nobody needs it. `unknown`: we have no such server on this engine; it may belong to another Boreal, date
   * from before our database was restored, or be a copy of something on another engine.
   */
  readonly server: 'deleted' | 'unknown';
  /** Where it is kept. */
  readonly keptBy: 'engine' | 'book';
}

/** The name to remove it by: `rules/srv-01k…`. */
export function labelOf({ kind, name }: Pick<Leftover, 'kind' | 'name'>): string {
  return `${kind}/${name}`;
}

/**
 * Lists what outlived its server. Never lists what a running, hibernated or starting server needs: the engine only knows that there is no
 * machine. @throws EngineSilent
 */
export async function listLeftovers(ctx: Ctx, engine: Engine): Promise<readonly FoundLeftover[]> {
  const there = await engine.leftovers(answerSignal(engine, 'list', AT_LEAST));
  // Read after the engine, so that a server made meanwhile has a row by now.
  const owners = await readOwners(ctx.db.sql, engine.name, [...new Set(there.map(({ serverId }) => serverId))]);
  const found = there.flatMap((leftover): FoundLeftover[] => {
    const owner = owners.get(leftover.serverId);
    return owner === 'needed' ? [] : [{ ...leftover, server: owner === undefined ? 'unknown' : 'deleted', keptBy: 'engine' }];
  });
  const held = await listHeldForNothing(ctx.db.sql, engine.name);
  const addresses = held.map(({ ip, ...of }): FoundLeftover => ({ kind: 'address', name: ip, ...of, server: 'deleted', keptBy: 'book' }));
  return [...found, ...addresses];
}

/**
 * Removes leftovers by their labels. Looks for each again first, and removes only what belongs to a server that our rows say was deleted.
 * Returns those it removed, without those already gone. For operators.
 */
export async function removeLeftovers(ctx: Ctx, engine: Engine, labels: readonly string[]): Promise<readonly FoundLeftover[]> {
  const found = new Map((await listLeftovers(ctx, engine)).map((leftover) => [labelOf(leftover), leftover]));
  const foreign = labels.find((label) => found.get(label)?.server === 'unknown');
  if (foreign !== undefined) throw invalidRequest('leftover', engineSentences.leftoverOfUnknown(foreign));
  const absent = labels.find((label) => !found.has(label));
  if (absent !== undefined) throw invalidRequest('leftover', engineSentences.noSuchLeftover(absent));
  const chosen = labels.flatMap((label) => found.get(label) ?? []);
  for (const leftover of chosen) {
    if (leftover.keptBy === 'engine') await engine.removeLeftover(leftover, answerSignal(engine, 'work', AT_LEAST));
    await ctx.transact(async (tx) => {
      if (leftover.keptBy === 'book') await releaseAddresses(tx, { serverId: leftover.serverId, at: ctx.clock.now() });
      await recordAudit(tx, ctx, {
        accountId: null,
        action: 'engine.leftover_removed',
        target: leftover.serverId,
        detail: { engine: engine.name, kind: leftover.kind, name: leftover.name },
      });
    });
  }
  return chosen;
}
