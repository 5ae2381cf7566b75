import { restoreSentences } from '@boreal/contract/request-sentences/restores.sentences.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findRestore, type RestoreRow } from '../../fleet/restores/restores.store.ts';
import { selectMissing, selectReadyBackups, selectUpAtRest, type UnsettledRow } from './unsettled.store.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/** What has happened to a server since the copy: its machine is missing, or hibernated. */
export type FoundAs = 'missing' | 'hibernated';

export interface Unsettled extends UnsettledRow {
  readonly found: FoundAs;
}

/** A server that seems to have ended, and why it does not count as ended. */
export interface NotEnded {
  readonly serverId: string;
  readonly why: { readonly en: string; readonly fr: string };
}

/**
 * Servers that have ended or were hibernated since the restored copy, judging by what their engine says now. Null: the database was never
 * restored. @throws EngineSilent
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

/** If a machine or a backup is left, the customer did not delete the server, even if a look has missed it. */
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
