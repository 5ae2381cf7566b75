import { CLOSING_SERVERS_MAX, type AccountClosed, type ClosingBlocker } from '@boreal/contract/account/closing.ts';
import { toCadBalance } from '@boreal/contract/values/money.ts';
import type { ShownOfServer } from '@boreal/contract/servers/at-stake.ts';
import { peopleSentences } from '@boreal/contract/request-sentences/people.sentences.ts';
import { asRead } from '@boreal/contract/values/visible-text.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts';
import { deleteServer } from '../../fleet/lifecycle/change/delete-server.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { joining, type CustomerCtx } from '../../ground/ctx.ts';
import { revokeKey } from '../../ground/keys/revoke-key.ts';
import { lockMembers } from '../../ground/members/members.store.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { setClosed } from '../../money/ledger/ledger.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { endAutomatic, lockWorkingKeys, removeCards, revokeInvitations, selectLiveServers } from './closing.store.ts';
import { requirePromises } from '../orders/require-promises.ts';
import { blockersOf } from './preview-closing.ts';

export interface Closing {
  /** The account's name, typed by the person. */
  readonly confirmName: string;
  /** The servers that may be deleted. A server that is not named prevents closing. */
  readonly deleteServerIds: readonly string[];
  /** The refunds that the page showed for each: it must not be less. */
  readonly shown?: readonly ShownOfServer[] | undefined;
  /** By an operator: a suspension does not prevent closing. */
  readonly evenSuspended?: boolean;
}

/**
 * Closes an account for good, in one transaction: deletes its servers with their backups and terms, and ends its keys, invitations, cards
 * and automatic purchases. Remaining credit stays on the books until an operator refunds it. Its members can still read it. Spending at the
 * same moment either happens first or is refused.
 * @throws PERMISSION_DENIED · ACCOUNT_CLOSED it is closed already · INVALID_REQUEST another name · ACCOUNT_NOT_CLOSABLE · CONFIRM_AGAIN
 */
export function closeAccount(ctx: CustomerCtx, input: Closing): Promise<AccountClosed> {
  const { accountId } = ctx;
  return ctx.transact(async (tx) => {
    const as = joining(ctx, tx);
    const now = ctx.clock.now();
    // Keys before the mark and the account: spending with a key locks in the same order.
    let keys = await endKeys(tx, as);
    await shareMeterMark(tx);
    const account = await lockAccount(tx, accountId);
    const row = await lockMembers(tx, accountId);
    if (!row) throw notFound('account');
    if (account.credit.closedAt !== null) throw new AppError('ACCOUNT_CLOSED', {});
    await requireRole(tx, ctx, 'account.write');
    if (asRead(input.confirmName) !== asRead(row.name)) throw invalidRequest('confirmName', peopleSentences.otherAccountName);
    // Keys that were made while this waited for the locks.
    keys += await endKeys(tx, as);

    const servers = await selectLiveServers(tx, { accountId, limit: CLOSING_SERVERS_MAX + 1 });
    const agreed = new Set(input.deleteServerIds);
    const blockers: ClosingBlocker[] = await blockersOf(tx, { credit: account.credit, liveServers: servers.length });
    if (servers.some(({ id }) => !agreed.has(id))) blockers.push('servers');
    const kept = blockers.filter((blocker) => blocker !== 'suspended' || !input.evenSuspended);
    if (kept.length > 0) throw new AppError('ACCOUNT_NOT_CLOSABLE', { blockers: kept });

    await requirePromises(tx, ctx, input.shown ?? []);
    for (const { id } of servers) await deleteServer(as, { serverId: id });
    const invitations = await revokeInvitations(tx, { accountId, at: now });
    const cards = await removeCards(tx, { accountId, at: now });
    await endAutomatic(tx, { accountId, at: now });
    await setClosed(tx, account, now);

    const { balanceMicros } = account;
    const left = { accountName: row.name, balanceMicros: String(balanceMicros) };
    await recordNotice(tx, ctx, {
      accountId,
      kind: 'account_closed',
      serverId: null,
      data: { ...left, by: ctx.actor.type === 'user' ? ctx.actor.name : null, servers: servers.length },
    });
    if (balanceMicros > 0n) {
      await recordNotice(tx, ctx, { accountId, kind: 'account_closed_with_credit', serverId: null, data: { ...left, accountId } });
    }
    const ended = { servers: servers.length, keys, cards, invitations };
    await recordAudit(tx, ctx, {
      accountId,
      action: 'account.closed',
      target: accountId,
      detail: { ...ended, balanceMicros: String(balanceMicros) },
    });
    return { id: accountId, closedAt: now.toISOString(), serversDeleted: servers.length, credit: toCadBalance(balanceMicros) };
  });
}

async function endKeys(tx: Tx, as: CustomerCtx): Promise<number> {
  const keyIds = await lockWorkingKeys(tx, as.accountId);
  for (const keyId of keyIds) await revokeKey(as, { accountId: as.accountId, keyId });
  return keyIds.length;
}
