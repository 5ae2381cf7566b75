import type { AuditAction, AuditEntry } from '@boreal/contract/account/audit.ts';
import { z } from 'zod';
import { spanOfDays } from '../span-of-days.rules.ts';
import { requireRole } from '../roles/require-role.ts';
import type { Ctx, CustomerCtx } from '../ctx.ts';
import { pageById, type Page, type PageInput } from '../page.ts';
import { selectAuditEntries, type AuditRow } from './audit.store.ts';

/** Which lines, and how many at a time. */
export interface AuditInput extends PageInput {
  readonly action?: AuditAction | undefined;
  /** Only lines about the object with this id. */
  readonly target?: string | undefined;
  /** Days of Toronto's calendar, both inclusive; an omitted one means no bound. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AllAuditInput extends AuditInput {
  readonly accountId?: string | undefined;
}

/**
 * The account's audit log, newest first. Does not show customers where operators work from.
 * @throws PERMISSION_DENIED · INVALID_REQUEST the last day is before the first
 */
export async function listAudit(ctx: CustomerCtx, input: AuditInput = {}): Promise<Page<AuditEntry>> {
  await requireRole(ctx.db.sql, ctx, 'audit.read');
  const { items, nextCursor } = await readPage(ctx, { ...input, accountId: ctx.accountId });
  return {
    items: items.map(auditEntryOf).map((entry) => (entry.actor.type === 'operator' ? { ...entry, address: null } : entry)),
    nextCursor,
  };
}

/** The audit log of all accounts and of Boreal itself, or of one account. For operators. @throws INVALID_REQUEST likewise */
export async function listAllAudit(ctx: Ctx, input: AllAuditInput = {}): Promise<Page<AuditEntry & { accountId: string | null }>> {
  const { items, nextCursor } = await readPage(ctx, input);
  return { items: items.map((row) => ({ ...auditEntryOf(row), accountId: row.accountId })), nextCursor };
}

async function readPage(ctx: Ctx, input: AllAuditInput): Promise<Page<AuditRow>> {
  const { accountId, action, target } = input;
  const { start, end } = spanOfDays(input);
  return pageById('audit', input, (before, limit) =>
    selectAuditEntries(ctx.db.sql, { accountId, action, target, start, end, before, limit }),
  );
}

const Detail = z.record(z.string(), z.json());

function auditEntryOf(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    action: row.action,
    target: row.target,
    detail: Detail.parse(row.detail),
    actor: { type: row.actorType, id: row.actorId, name: row.actorName },
    door: row.door,
    address: row.address,
    requestId: row.requestId,
    createdAt: row.createdAt.toISOString(),
  };
}
