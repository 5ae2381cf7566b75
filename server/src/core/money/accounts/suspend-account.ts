import type { Tx } from '../../../db/connect.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { setSuspension } from '../ledger/ledger.store.ts';
import { lockAccount } from '../ledger/locked-account.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { findAccount, type AccountRow } from './accounts.store.ts';

export interface Suspension {
  readonly accountId: string;
  readonly suspendedAt: Date | null;
  readonly reason: string | null;
  /** False if it was already so. */
  readonly changed: boolean;
}

/**
 * Keeps an account from spending and starting anything until it is reactivated. Its members and keys can still read, stop and delete;
 * hourly servers are hibernated at the end of their paid hour, terms run to their end and are not renewed. The members are told the reason.
 * Idempotent. For operators. @throws NOT_FOUND
 */
export function suspendAccount(ctx: Ctx, input: { accountId: string; reason: string }): Promise<Suspension> {
  const { accountId, reason } = input;
  return ctx.transact(async (tx) => {
    const account = await requireAccount(tx, accountId);
    const locked = await lockAccount(tx, accountId);
    const before = locked.credit;
    if (before.suspendedAt !== null) return { accountId, suspendedAt: before.suspendedAt, reason: before.suspendedReason, changed: false };
    const at = ctx.clock.now();
    await setSuspension(tx, locked, { at, reason });
    await recordNotice(tx, ctx, { accountId, kind: 'account_suspended', serverId: null, data: { accountName: account.name, reason } });
    await recordAudit(tx, ctx, { accountId, action: 'account.suspended', target: accountId, detail: { reason } });
    return { accountId, suspendedAt: at, reason, changed: true };
  });
}

/** Lets a suspended account spend again. Nothing restarts by itself. Idempotent. For operators. @throws NOT_FOUND */
export function reactivateAccount(ctx: Ctx, input: { accountId: string }): Promise<Suspension> {
  const { accountId } = input;
  return ctx.transact(async (tx) => {
    const account = await requireAccount(tx, accountId);
    const locked = await lockAccount(tx, accountId);
    const { suspendedAt } = locked.credit;
    if (suspendedAt === null) return { accountId, suspendedAt, reason: null, changed: false };
    await setSuspension(tx, locked, { at: null, reason: null });
    await recordNotice(tx, ctx, { accountId, kind: 'account_reactivated', serverId: null, data: { accountName: account.name } });
    await recordAudit(tx, ctx, { accountId, action: 'account.reactivated', target: accountId });
    return { accountId, suspendedAt: null, reason: null, changed: true };
  });
}

async function requireAccount(tx: Tx, accountId: string): Promise<AccountRow> {
  const account = await findAccount(tx, accountId);
  if (!account) throw notFound('account');
  return account;
}
