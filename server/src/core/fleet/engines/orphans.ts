import { engineSentences } from '@boreal/contract/request-sentences/engine.sentences.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { withoutRow } from './orphans.store.ts';

/** What an engine is waited for in any case. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/** A machine or a stored backup with our mark of which we know nothing. */
export interface Orphan {
  /** Its id. */
  readonly id: string;
  readonly kind: 'machine' | 'backup';
  /** What it is now, in the engine's words: `running`, `stopped`, `ready`. */
  readonly state: string;
  readonly hostName: string | null;
  readonly ipv4: string | null;
}

/**
 * What an engine has and no row of ours knows. Nothing removes it by itself: it may be a customer's, sold after the copy of the
 * database that was restored. @throws EngineSilent
 */
export async function listOrphans(ctx: Ctx, engine: Engine): Promise<readonly Orphan[]> {
  const [machines, backups] = await Promise.all([
    engine.list(answerSignal(engine, 'list', AT_LEAST)),
    engine.listBackups(answerSignal(engine, 'list', AT_LEAST)),
  ]);
  const all: readonly Orphan[] = [
    ...machines.map(({ serverId, power, hostName, disksOn, ipv4 }) => ({
      id: serverId,
      kind: 'machine' as const,
      state: power,
      hostName: hostName ?? disksOn ?? null,
      ipv4,
    })),
    ...backups.map(({ backupId, state }) => ({ id: backupId, kind: 'backup' as const, state, hostName: null, ipv4: null })),
  ];
  // Read after the engine: what was made meanwhile has a row by now.
  const unknown = await withoutRow(
    ctx.db.sql,
    all.map(({ id }) => id),
  );
  return all.filter(({ id }) => unknown.has(id));
}

/**
 * Begins to destroy one of them, with all data on it. It is looked for again first: what has a row is refused. Ask again until it is
 * no longer listed. For operators. @throws INVALID_REQUEST it is no orphan
 */
export async function removeOrphan(ctx: Ctx, engine: Engine, id: string): Promise<Orphan> {
  const orphan = (await listOrphans(ctx, engine)).find((one) => one.id === id);
  if (!orphan) throw invalidRequest('orphan', engineSentences.noSuchOrphan(id));
  const signal = answerSignal(engine, 'work', AT_LEAST);
  await (orphan.kind === 'machine' ? engine.ensureGone(id, signal) : engine.deleteBackup(id, signal));
  const { kind, state, hostName } = orphan;
  await ctx.transact((tx) =>
    recordAudit(tx, ctx, {
      accountId: null,
      action: 'engine.orphan_removed',
      target: id,
      detail: { engine: engine.name, kind, state, hostName },
    }),
  );
  return orphan;
}
