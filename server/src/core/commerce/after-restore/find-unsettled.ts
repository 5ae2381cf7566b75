import { restoreSentences } from '@boreal/contract/request-sentences/restores.sentences.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findRestore, type RestoreRow } from '../../fleet/restores/restores.store.ts';
import { selectMissing, selectReadyBackups, selectUpAtRest, type UnsettledRow } from './unsettled.store.ts';

/** What an engine is waited for in any case. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/** What became of a server after the copy: its machine is missing, or rests. */
export type FoundAs = 'missing' | 'hibernated';

export interface Unsettled extends UnsettledRow {
  readonly found: FoundAs;
}

/** One that seems to have ended, and why it is not taken for that. */
export interface NotEnded {
  readonly serverId: string;
  readonly why: { readonly en: string; readonly fr: string };
}

/**
 * Servers that the restored copy knows as they were, and that ended or were hibernated since, by what their engine says now. Null: the
 * database was never restored. @throws EngineSilent
 */
export async function findUnsettled(
  ctx: Ctx,
  engine: Engine,
): Promise<{ restore: RestoreRow; unsettled: readonly Unsettled[]; notEnded: readonly NotEnded[] } | null> {
  const restore = await findRestore(ctx.db.sql);
  if (!restore) return null;
  const machines = await engine.list(answerSignal(engine, 'list', AT_LEAST));
  const of = { engine: engine.name, restoreId: restore.id };
  const hibernated = machines.filter(({ power }) => power === 'hibernated').map(({ serverId }) => serverId);
  const asleep = await selectUpAtRest(ctx.db.sql, { ...of, serverIds: hibernated });
  const { ended, notEnded } = await judgeMissing(ctx, engine, await selectMissing(ctx.db.sql, of));
  const unsettled = [
    ...ended.map((row) => ({ ...row, found: 'missing' as const })),
    ...asleep.map((row) => ({ ...row, found: 'hibernated' as const })),
  ];
  return { restore, unsettled, notEnded };
}

/** What has a machine or a backup left was not deleted by its customer, whatever a look has missed. */
async function judgeMissing(ctx: Ctx, engine: Engine, rows: readonly UnsettledRow[]) {
  const ended: UnsettledRow[] = [];
  const notEnded: NotEnded[] = [];
  if (rows.length === 0) return { ended, notEnded };
  const stored = await engine.listBackups(answerSignal(engine, 'list', AT_LEAST));
  const ready = await selectReadyBackups(
    ctx.db.sql,
    rows.map(({ serverId }) => serverId),
  );
  const backupOf = new Map(stored.flatMap(({ backupId }) => (ready.has(backupId) ? [[ready.get(backupId) ?? '', backupId]] : [])));
  for (const row of rows) {
    const { serverId, status } = row;
    // Its customer has deleted it meanwhile: there is nothing more to lose.
    const power = status === 'DELETED' ? 'absent' : (await engine.observe(serverId, answerSignal(engine, 'look', AT_LEAST))).power;
    const backupId = backupOf.get(serverId);
    if (power !== 'absent') notEnded.push({ serverId, why: restoreSentences.isThere(serverId, power) });
    else if (backupId !== undefined) notEnded.push({ serverId, why: restoreSentences.hasBackups(serverId, backupId) });
    else ended.push(row);
  }
  return { ended, notEnded };
}
