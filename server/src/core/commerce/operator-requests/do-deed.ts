import { isDeepStrictEqual } from 'node:util';
import { fromCad } from '@boreal/contract/values/money.ts';
import { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { joining, type Ctx } from '../../ground/ctx.ts';
import { findRestore } from '../../fleet/restores/restores.store.ts';
import { findServer } from '../../fleet/servers/servers.store.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import { setAccountBudget } from '../../money/budgets/set-account-budget.ts';
import { limitsOf } from '../../money/budgets/tell-account-budget.ts';
import { tryLockAccount } from '../../money/ledger/locked-account.store.ts';
import { lockMomentOfPrice } from '../../money/prices/moment-of-price.ts';
import { latestPriceId } from '../../money/prices/prices.store.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { withdrawPrice } from '../../money/prices/withdraw-price.ts';
import { settleServers } from '../after-restore/settle-servers.ts';
import { given } from '../credit-by-hand/credit-account.ts';
import { taken } from '../credit-by-hand/debit-account.ts';
import { moveNow } from '../credit-by-hand/move-credit-by-hand.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import type { OperatorRequestRow } from '../second-operator/operator-requests.store.ts';
import { basisOf } from './budget-by-hand.ts';
import { pricingAt } from './pricing-at.ts';
import { keyOfRefund } from './refund-by-hand.ts';

type DeedOf<K extends OperatorDeed['kind']> = Extract<OperatorDeed, { kind: K }>;
type Row = Pick<OperatorRequestRow, 'deed' | 'key' | 'basis'>;

/**
 * Carries out a request, in the transaction that approves it, if what it was based on still holds.
 * @throws REQUEST_OUTDATED a price or a limit has changed meanwhile, and whatever the action itself refuses now
 */
export async function doDeed(tx: Tx, ctx: Ctx, row: Row): Promise<void> {
  const deed = OperatorDeed.parse(row.deed);
  switch (deed.kind) {
    case 'credit':
    case 'debit':
      return moveCredit(tx, ctx, deed, row);
    case 'refund':
      return refund(tx, ctx, deed, row);
    case 'price':
    case 'price_withdrawal':
      return changePrice(tx, ctx, deed, row);
    case 'budget':
      return changeBudget(tx, ctx, deed, row);
    case 'settlement':
      return settle(tx, ctx, deed);
  }
}

async function moveCredit(tx: Tx, ctx: Ctx, deed: DeedOf<'credit' | 'debit'>, row: Row): Promise<void> {
  const { accountId, amount, reason, serverId } = deed;
  if (!(await findAccount(tx, accountId))) throw notFound('account');
  if (serverId !== null && (await findServer(tx, serverId))?.accountId !== accountId) throw notFound('server');
  const posting = deed.kind === 'credit' ? given(deed.as) : taken;
  await moveNow(tx, ctx, { accountId, amountMicros: fromCad(amount), reason, serverId, key: keyOf(row), posting });
}

async function refund(tx: Tx, ctx: Ctx, { paymentId, amount, reason }: DeedOf<'refund'>, row: Row): Promise<void> {
  await refundPayment(joining(ctx, tx), { paymentId, netMicros: fromCad(amount), reason, key: keyOfRefund(paymentId, keyOf(row)) });
}

async function changePrice(tx: Tx, ctx: Ctx, deed: DeedOf<'price' | 'price_withdrawal'>, row: Row): Promise<void> {
  const { planId, accountId } = deed;
  const validFrom = deed.validFrom === null ? undefined : new Date(deed.validFrom);
  // No price is set meanwhile: setting one takes the same mark's lock.
  const at = await lockMomentOfPrice(tx, ctx, validFrom);
  if ((await latestPriceId(tx, { planId, accountId })) !== row.basis) throw new AppError('REQUEST_OUTDATED', { of: 'price' });
  // A scheduled price may have come into force: both operators were told of a different change than this would be.
  if (!isDeepStrictEqual(await pricingAt(tx, { planId, accountId, at }), deed.before))
    throw new AppError('REQUEST_OUTDATED', { of: 'price' });
  if (deed.kind === 'price_withdrawal') {
    await withdrawPrice(joining(ctx, tx), { planId, accountId: deed.accountId, validFrom });
    return;
  }
  const { hourly, monthly, annual } = deed;
  await setPrice(joining(ctx, tx), {
    planId,
    accountId,
    validFrom,
    hourlyMicros: fromCad(hourly),
    ...(monthly !== null && { monthlyMicros: fromCad(monthly) }),
    ...(annual !== null && { annualMicros: fromCad(annual) }),
  });
}

async function changeBudget(tx: Tx, ctx: Ctx, { accountId, after }: DeedOf<'budget'>, row: Row): Promise<void> {
  const account = await tryLockAccount(tx, accountId);
  if (!account) throw notFound('account');
  if (basisOf(account.credit) !== row.basis) throw new AppError('REQUEST_OUTDATED', { of: 'budget' });
  await setAccountBudget(joining(ctx, tx), { accountId, ...limitsOf(after) });
}

async function settle(tx: Tx, ctx: Ctx, { accountId, restoreId, servers }: DeedOf<'settlement'>): Promise<void> {
  const restore = await findRestore(tx);
  // Restored again since: what is owed is counted from another moment.
  if (restore === null || String(restore.id) !== restoreId) throw new AppError('REQUEST_OUTDATED', { of: 'server' });
  await settleServers(tx, ctx, { accountId, restore, servers });
}

function keyOf({ key }: Row): string {
  if (key === null) throw new Error('a request that moves money has a key');
  return key;
}
