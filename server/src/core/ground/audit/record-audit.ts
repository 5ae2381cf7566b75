import type { AuditAction } from '@boreal/contract/account/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { JsonObject } from '../../../db/rows.gen.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../ctx.ts';
import { auditInsert } from './audit.store.ts';

/** What a write did. The context says who did it, through which door and from where. */
export interface AuditNote {
  /** The account whose audit log shows it; null if it concerns no customer's account. */
  readonly accountId: string | null;
  readonly action: AuditAction;
  /** The id of the object that was written. */
  readonly target: string | null;
  /** The request, or the change as `before` and `after`. Never a secret: customers and operators read it. */
  readonly detail?: JsonObject;
}

/** Writes one line of the audit log, in the write's own transaction: a refused write adds none. */
export async function recordAudit(tx: Tx, ctx: Ctx, note: AuditNote): Promise<void> {
  await auditWrite(tx, ctx, note).execute();
}

/** The same as a write, to be sent together with others. */
export function auditWrite(tx: Tx, ctx: Ctx, note: AuditNote) {
  const createdAt = ctx.clock.now();
  const { approvedRequestId } = ctx;
  const detail = { ...note.detail, ...(approvedRequestId !== undefined && { requestId: approvedRequestId }) };
  return auditInsert(tx, {
    id: newId('audit', createdAt),
    accountId: note.accountId,
    action: note.action,
    target: note.target,
    detail: JSON.stringify(detail),
    actorType: ctx.actor.type,
    actorId: ctx.actor.id,
    actorName: ctx.actor.name,
    door: ctx.door,
    address: ctx.address,
    requestId: ctx.requestId,
    createdAt,
  });
}
