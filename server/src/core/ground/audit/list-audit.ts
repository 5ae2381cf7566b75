import { AuditAction, type AuditEntry } from '@boreal/contract/audit.ts';
import { z } from 'zod';
import { requireRole } from '../roles/require-role.ts';
import type { Ctx, CustomerCtx } from '../ctx.ts';
import { pageById, type Page, type PageInput } from '../page.ts';
import { selectAuditEntries, type AuditRow } from './audit.store.ts';

/** Which lines, and how many at a time. */
export interface AuditFilter extends PageInput {
  readonly action?: AuditAction | undefined;
  /** Only what was written to the object with this id. */
  readonly target?: string | undefined;
}

/** The account's audit log, newest first. From where the house's people work is not told to customers. @throws PERMISSION_DENIED */
export async function listAudit(ctx: CustomerCtx, input: AuditFilter = {}): Promise<Page<AuditEntry>> {
  await requireRole(ctx.db.sql, ctx, 'audit.read');
  const { items, nextCursor } = await readPage(ctx, { ...input, accountId: ctx.accountId });
  return {
    items: items.map(auditEntryOf).map((entry) => (entry.actor.type === 'operator' ? { ...entry, address: null } : entry)),
    nextCursor,
  };
}

/** All accounts' audit log, or one's, and what was written to the house itself. For operators. */
export async function listAllAudit(
  ctx: Ctx,
  input: AuditFilter & { accountId?: string | undefined } = {},
): Promise<Page<AuditEntry & { accountId: string | null }>> {
  const { items, nextCursor } = await readPage(ctx, input);
  return { items: items.map((row) => ({ ...auditEntryOf(row), accountId: row.accountId })), nextCursor };
}

function readPage(ctx: Ctx, input: AuditFilter & { accountId?: string | undefined }): Promise<Page<AuditRow>> {
  return pageById('audit', input, (before, limit) => selectAuditEntries(ctx.db.sql, { ...input, before, limit }));
}

const Detail = z.record(z.string(), z.json());

function auditEntryOf(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    action: AuditAction.parse(row.action),
    target: row.target,
    detail: Detail.parse(row.detail),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    door: row.door,
    address: row.address,
    requestId: row.requestId,
    createdAt: row.createdAt.toISOString(),
  };
}
