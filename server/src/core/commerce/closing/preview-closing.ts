import { CLOSING_SERVERS_MAX, type AccountClosing, type ClosingBlocker } from '@boreal/contract/account/closing.ts';
import { toCadBalance } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { notFound } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import type { CreditRow } from '../../money/ledger/credit-row.ts';
import { readCreditRow } from '../../money/ledger/ledger.store.ts';
import { toStake } from '../orders/stake.rules.ts';
import { selectStakes } from '../orders/stakes.store.ts';
import { findAutoReload } from '../top-ups/auto-reload.store.ts';
import { countHoldings, isBeingCharged, selectLiveServers, sumBoughtCredit } from './closing.store.ts';

/**
 * What closing the account would end, what prevents closing, and what would be left. Changes nothing.
 * @throws PERMISSION_DENIED · NOT_FOUND
 */
export async function previewClosing(ctx: CustomerCtx): Promise<AccountClosing> {
  const { accountId } = ctx;
  const db = ctx.db.sql;
  const now = ctx.clock.now();
  await requireRole(db, ctx, 'account.read');
  const account = await findAccount(db, accountId);
  if (!account) throw notFound('account');
  const credit = await readCreditRow(db, accountId);
  const live = await selectLiveServers(db, { accountId, limit: CLOSING_SERVERS_MAX + 1 });
  const servers = live.slice(0, CLOSING_SERVERS_MAX);
  const rows = await selectStakes(db, { accountId, now, limit: CLOSING_SERVERS_MAX });
  const stakes = new Map(rows.map((row) => [row.id, toStake(row, now)]));
  const counted = await countHoldings(db, { accountId, now });
  const boughtMicros = await sumBoughtCredit(db, accountId);
  const reload = await findAutoReload(db, accountId);
  const { balanceMicros } = credit;
  return {
    name: account.name,
    blockers: await blockersOf(db, { credit, liveServers: live.length }),
    servers: servers.flatMap(({ id, name, status, backups }) => {
      const stake = stakes.get(id);
      return stake === undefined ? [] : [{ ...stake, name, status, backups: Number(backups ?? 0n) }];
    }),
    credit: toCadBalance(balanceMicros),
    refundable: toCadBalance(boughtMicros < balanceMicros ? boughtMicros : balanceMicros),
    currency: 'CAD',
    members: Number(counted.members),
    invitations: Number(counted.invitations),
    apiKeys: Number(counted.apiKeys),
    agentKeys: Number(counted.agentKeys),
    sshKeys: Number(counted.sshKeys),
    cards: Number(counted.cards),
    autoReload: reload?.enabled ?? false,
    openTickets: Number(counted.openTickets),
    invoices: Number(counted.invoices),
  };
}

/** What must be settled before an account can be closed. A balance is never negative: nobody owes anything. */
export async function blockersOf(
  db: Sql | Tx,
  { credit, liveServers }: { credit: CreditRow; liveServers: number },
): Promise<ClosingBlocker[]> {
  const blockers: ClosingBlocker[] = [];
  if (credit.suspendedAt !== null) blockers.push('suspended');
  if (await isBeingCharged(db, credit.accountId)) blockers.push('payment');
  if (liveServers > CLOSING_SERVERS_MAX) blockers.push('too_many_servers');
  return blockers;
}
