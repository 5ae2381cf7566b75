import type { AuditEntry } from '@boreal/contract/audit.ts';
import { listAllAudit, listAudit, type AuditFilter } from '../../ground/audit/list-audit.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import type { Page } from '../../ground/page.ts';
import { selectTargetNames } from './audit-target-names.store.ts';

type Named<E> = E & { readonly targetName: string | null };
type OfAccount = AuditEntry & { readonly accountId: string | null; readonly accountName: string | null };

/** The account's audit log, newest first, with what is written about by its name. @throws PERMISSION_DENIED */
export async function listNamedAudit(ctx: CustomerCtx, input: AuditFilter = {}): Promise<Page<Named<AuditEntry>>> {
  const { items, nextCursor } = await listAudit(ctx, input);
  // Whatever stands there, nobody is told the names of what others have.
  const names = await selectTargetNames(ctx.db.sql, { ids: targetsOf(items), accountId: ctx.accountId });
  return { items: items.map((entry) => ({ ...entry, targetName: nameOf(entry, names) })), nextCursor };
}

/** All accounts' audit log, or one's, with names. For operators. */
export async function listAllNamedAudit(
  ctx: Ctx,
  input: AuditFilter & { accountId?: string | undefined } = {},
): Promise<Page<Named<OfAccount>>> {
  const { items, nextCursor } = await listAllAudit(ctx, input);
  const accounts = items.flatMap(({ accountId }) => accountId ?? []);
  const names = await selectTargetNames(ctx.db.sql, { ids: [...new Set([...targetsOf(items), ...accounts])], accountId: null });
  const accountNameOf = ({ accountId }: { accountId: string | null }) => (accountId === null ? null : (names.get(accountId) ?? null));
  return {
    items: items.map((entry) => ({ ...entry, targetName: nameOf(entry, names), accountName: accountNameOf(entry) })),
    nextCursor,
  };
}

function targetsOf(entries: readonly AuditEntry[]): string[] {
  return [...new Set(entries.flatMap(({ target }) => (target === null ? [] : partsOf(target).id)))];
}

function nameOf({ target, detail }: AuditEntry, names: ReadonlyMap<string, string>): string | null {
  if (target === null) return null;
  const { id, slot } = partsOf(target);
  const name = names.get(id);
  if (name !== undefined) return `${name}${slot}`;
  // What is gone has its name where it was written down.
  const told = [detail['name'], detail['email'], detail['subject']].find((value) => typeof value === 'string' && value !== '');
  return typeof told === 'string' ? told : null;
}

/** A GPU is written as its host and its slot. */
function partsOf(target: string): { id: string; slot: string } {
  const at = target.indexOf('/');
  return at === -1 ? { id: target, slot: '' } : { id: target.slice(0, at), slot: target.slice(at) };
}
