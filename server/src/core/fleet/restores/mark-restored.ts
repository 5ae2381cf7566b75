import { restoreSentences } from '@boreal/contract/request-sentences/restores.sentences.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { noteRestore } from './note-restore.ts';
import { readBooksEnd, type RestoreRow } from './restores.store.ts';

/** If the books go further than this past the restored moment, a Boreal has run since. */
const IDLE_MS = 2 * MINUTE_MS;

/**
 * Records that the database was restored from a copy by something other than Boreal. `at`: the restored moment; by default, the last moment
 * in the books. `takeOver`: the database that drove its engines is gone. For operators. @throws INVALID_REQUEST Boreal has run since, or
 * the moment is in the future
 */
export async function markRestored(ctx: Ctx, { at, takeOver = false }: { at?: Date | undefined; takeOver?: boolean }): Promise<RestoreRow> {
  const now = ctx.clock.now();
  if (at !== undefined && at > now) throw invalidRequest('at', restoreSentences.toCome);
  const end = await readBooksEnd(ctx.db.sql);
  if (at === undefined && end !== null && now.getTime() - end.getTime() < IDLE_MS) throw invalidRequest('at', restoreSentences.sayWhen);
  const restore = await noteRestore(ctx.db.sql, { copyEndsAt: at, at: now, takeOver });
  const detail = { copyEndsAt: restore.copyEndsAt.toISOString(), takeOver };
  await ctx.transact((tx) => recordAudit(tx, ctx, { accountId: null, action: 'restore.marked', target: String(restore.id), detail }));
  return restore;
}
