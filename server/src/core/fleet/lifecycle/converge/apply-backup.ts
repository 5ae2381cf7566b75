import type { Tx } from '../../../../db/connect.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import { BACKUP_ATTEMPTS } from '../../backups/backup.rules.ts';
import { backupFailed, backupReady, type BackupFailure } from '../../backups/finish-backup.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import type { EngineAnswer } from './ask-engine.ts';
import type { NextLook } from './look-again.ts';
import type { StepResult } from './step-result.ts';
import { backoffMs } from '../../servers/server.rules.ts';
import { changeServer, type LockedServer } from '../../servers/servers.store.ts';

/** Between two looks at a backup in progress, product time. */
const POLL_MS = 10 * SECOND_MS;

/**
 * Writes what the engine said about the backup that a server's task is making. The backup ends as ready or failed, at its deadline at the
 * latest; whatever its outcome, the server itself is unchanged.
 */
export async function applyBackup(
  tx: Tx,
  ctx: Ctx,
  server: LockedServer,
  { backupId, outcome }: { backupId: string; outcome: EngineAnswer },
): Promise<StepResult> {
  const late = server.deadlineAt !== null && server.deadlineAt <= ctx.clock.now();
  switch (outcome.is) {
    case 'backup':
      if (outcome.backup.state === 'ready') {
        await backupReady(tx, ctx, { server, backupId, sizeGb: outcome.backup.sizeGb });
        return rest(tx, ctx, server);
      }
      if (outcome.backup.state !== 'creating') return fail(tx, ctx, server, { backupId, failure: 'ENGINE_FAILED' });
      if (late) return fail(tx, ctx, server, { backupId, failure: 'DEADLINE_PASSED' });
      return wait(tx, ctx, server, { ms: POLL_MS, phase: 'saving', reason: 'backup creating', attempts: 0 });
    case 'failed': {
      const attempts = server.attempts + 1;
      if (late) return fail(tx, ctx, server, { backupId, failure: 'DEADLINE_PASSED' });
      if (attempts >= BACKUP_ATTEMPTS) return fail(tx, ctx, server, { backupId, failure: 'ENGINE_FAILED' });
      // A backup seen in progress stays in progress, even if a look at it fails.
      const { phase } = server;
      return wait(tx, ctx, server, { ms: backoffMs(attempts, ctx.random), phase, reason: outcome.engineCause, attempts });
    }
    // Observed before the backup was requested: look again.
    case 'observed':
    case 'awaiting GPUs':
      return { is: 'next' };
  }
}

async function fail(tx: Tx, ctx: Ctx, server: LockedServer, of: { backupId: string; failure: BackupFailure }): Promise<StepResult> {
  await backupFailed(tx, ctx, { server, ...of });
  return rest(tx, ctx, server);
}

async function wait(tx: Tx, ctx: Ctx, server: LockedServer, next: NextLook & { attempts: number }): Promise<StepResult> {
  const { ms, phase, reason, attempts } = next;
  const now = ctx.clock.now();
  await changeServer(tx, server, { at: now, change: { phase, waitReason: reason, attempts, convergeAt: addMs(now, ms) } });
  return { is: 'wait', ms, reason };
}

/** The task is over. Pushes firewall rules that were changed meanwhile. */
async function rest(tx: Tx, ctx: Ctx, server: LockedServer): Promise<StepResult> {
  const now = ctx.clock.now();
  const stale = server.goal === 'running' && server.firewallAppliedVersion < server.firewallVersion;
  await changeServer(tx, server, {
    at: now,
    change: {
      task: null,
      backupId: null,
      convergeAt: stale ? now : null,
      deadlineAt: null,
      attempts: 0,
      phase: 'asking',
      waitReason: null,
    },
  });
  return { is: stale ? 'next' : 'done' };
}
