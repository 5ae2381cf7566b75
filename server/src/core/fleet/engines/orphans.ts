import { engineSentences } from '@boreal/contract/request-sentences/engine.sentences.ts';
import { answerSignal } from '../../../engines/answer-limits.ts';
import type { Engine } from '../../../engines/engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { withoutRow } from './orphans.store.ts';

/** The least time an engine gets to answer. */
const AT_LEAST = { atLeastMs: 30 * SECOND_MS };

/** A machine or a stored backup with our mark that we know nothing about. */
export interface Orphan {
  /** Its id. */
  readonly id: string;
  readonly kind: 'machine' | 'backup';
  /** Its state, in the engine's words: `running`, `stopped`, `ready`. */
  readonly state: string;
  readonly hostName: string | null;
  readonly ipv4: string | null;
}

/**
 * Lists what an engine has and no row of ours knows. Nothing removes it automatically: it may be a customer's, sold after the copy that the
 * database was restored from. @throws EngineSilent
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
  // Read after the engine, so that whatever was made meanwhile has a row by now.
  const unknown = await withoutRow(
    ctx.db.sql,
    all.map(({ id }) => id),
  );
  return all.filter(({ id }) => unknown.has(id));
}

/**
 * Starts destroying one of them, with all its data. Looks for it again first, and refuses if it has a row. List them again until it is
 * gone. For operators. @throws INVALID_REQUEST it is no orphan
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
