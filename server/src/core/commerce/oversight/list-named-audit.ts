import type { AuditEntry, AuditTargetKind } from '@boreal/contract/account/audit.ts';
import { listAllAudit, listAudit, type AllAuditInput, type AuditInput } from '../../ground/audit/list-audit.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import type { Page } from '../../ground/page.ts';
import { selectTargetNames, type NamedTarget } from './audit-target-names.store.ts';

type Named<E> = E & { readonly targetName: string | null; readonly targetKind: AuditTargetKind | null };
type OfAccount = AuditEntry & { readonly accountId: string | null; readonly accountName: string | null };

export type NamedLine = Named<AuditEntry>;
export type NamedLineOfAccount = Named<OfAccount>;

/** The account's audit log, newest first, with the names of the objects in it. @throws PERMISSION_DENIED · INVALID_REQUEST */
export async function listNamedAudit(ctx: CustomerCtx, input: AuditInput = {}): Promise<Page<NamedLine>> {
  const { items, nextCursor } = await listAudit(ctx, input);
  // Whatever an entry contains, nobody sees the names of other accounts' objects.
  const names = await selectTargetNames(ctx.db.sql, { ids: targetsOf(items), accountId: ctx.accountId });
  return { items: items.map((entry) => ({ ...entry, ...named(entry, names) })), nextCursor };
}

/** The audit log of all accounts, or of one, with names. For operators. @throws INVALID_REQUEST */
export async function listAllNamedAudit(ctx: Ctx, input: AllAuditInput = {}): Promise<Page<NamedLineOfAccount>> {
  const { items, nextCursor } = await listAllAudit(ctx, input);
  const accounts = items.flatMap(({ accountId }) => accountId ?? []);
  const names = await selectTargetNames(ctx.db.sql, { ids: [...new Set([...targetsOf(items), ...accounts])], accountId: null });
  const accountNameOf = ({ accountId }: { accountId: string | null }) => (accountId === null ? null : (names.get(accountId)?.name ?? null));
  return {
    items: items.map((entry) => ({ ...entry, ...named(entry, names), accountName: accountNameOf(entry) })),
    nextCursor,
  };
}

function targetsOf(entries: readonly AuditEntry[]): string[] {
  return [...new Set(entries.flatMap(({ target }) => (target === null ? [] : partsOf(target).id)))];
}

function named({ target, detail }: AuditEntry, names: ReadonlyMap<string, NamedTarget>): Pick<NamedLine, 'targetName' | 'targetKind'> {
  if (target === null) return { targetName: null, targetKind: null };
  const { id, slot } = partsOf(target);
  const { name = null, kind = null } = names.get(id) ?? {};
  if (name !== null) return { targetName: `${name}${slot}`, targetKind: kind };
  // A deleted object has the name that was recorded.
  const told = [detail['name'], detail['email'], detail['subject']].find((value) => typeof value === 'string' && value !== '');
  if (typeof told === 'string') return { targetName: told, targetKind: kind };
  const { host } = detail;
  return { targetName: slot !== '' && typeof host === 'string' ? `${host}${slot}` : null, targetKind: kind };
}

/** A GPU is recorded as its host and its slot. */
function partsOf(target: string): { id: string; slot: string } {
  const at = target.indexOf('/');
  return at === -1 ? { id: target, slot: '' } : { id: target.slice(0, at), slot: target.slice(at) };
}
