import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { readBurnRate } from '../../money/credit/burn-rate.store.ts';
import { beginPayment } from '../payments/begin-payment.ts';
import { changeAutoReload, findAutoReload, isReloading, listLowAccounts, sumReloads, type AutoReloadRow } from './auto-reload.store.ts';

/** An account is reloaded at most this often, whatever the outcome. */
const ONCE_A_MS = 1 * HOUR_MS;

/** No other reload begins while the last one is unanswered; one unanswered for this long will no longer buy anything. */
const ANSWERED_WITHIN_MS = 3 * DAY_MS;

/**
 * Buys credit for every account with auto-reload and little left: less than its threshold, or than the next hour of running servers, so
 * that the money is there before the hour is due. At most once an hour, and within the monthly limit. Returns how many reloads were begun.
 * To be called every minute.
 */
export async function reloadLowCredit(ctx: Ctx): Promise<number> {
  const at = ctx.clock.now();
  let begun = 0;
  for (const accountId of await listLowAccounts(ctx.db.sql, { at, triedBefore: addMs(at, -ONCE_A_MS) })) {
    try {
      if (await reload(ctx, accountId)) begun += 1;
    } catch (error) {
      ctx.log.error({ err: error, accountId }, 'an account could not be reloaded');
    }
  }
  return begun;
}

function reload(ctx: Ctx, accountId: string): Promise<boolean> {
  return ctx.transact(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const { balanceMicros } = account;
    const now = ctx.clock.now();
    const reloadRow = await findAutoReload(tx, accountId);
    if (!reloadRow?.enabled || reloadRow.stoppedAt !== null) return false;
    if (reloadRow.triedAt !== null && reloadRow.triedAt > addMs(now, -ONCE_A_MS)) return false;
    const burnMicros = await readBurnRate(tx, { accountId, at: now });
    if (balanceMicros >= reloadRow.thresholdMicros && balanceMicros >= burnMicros) return false;
    if (await isReloading(tx, { accountId, since: addMs(now, -ANSWERED_WITHIN_MS) })) return false;
    if (await pastMonthLimit(tx, ctx, reloadRow)) return false;
    await changeAutoReload(tx, accountId, { triedAt: now });
    return begin(tx, ctx, account, { netMicros: reloadRow.amountMicros, now });
  });
}

/** Whether another reload would exceed the month's limit. Tells the customers, once for each limit and month. */
async function pastMonthLimit(tx: Tx, ctx: Ctx, row: AutoReloadRow): Promise<boolean> {
  const { accountId, amountMicros, monthLimitMicros } = row;
  if (monthLimitMicros === null) return false;
  const { start, end } = billingMonth(ctx.clock.now());
  const reloadedMicros = await sumReloads(tx, { accountId, since: start });
  if (reloadedMicros + amountMicros <= monthLimitMicros) return false;
  await recordNotice(tx, ctx, {
    accountId,
    kind: 'auto_reload_limit',
    serverId: null,
    data: { limitMicros: String(monthLimitMicros), reloadedMicros: String(reloadedMicros), until: end.toISOString() },
    key: `auto-reload-limit:${accountId}:${start.toISOString()}:${monthLimitMicros}`,
  });
  return true;
}

/** Without a card or an address to tax, or while the account is suspended, there is nothing to attempt; checks again in an hour. */
async function begin(tx: Tx, ctx: Ctx, account: LockedAccount, input: { netMicros: bigint; now: Date }): Promise<boolean> {
  const { netMicros, now } = input;
  try {
    await beginPayment(tx, ctx, account, { key: `auto-reload:${now.toISOString()}`, purpose: 'auto_reload', netMicros });
    return true;
  } catch (error) {
    const cannot =
      isAppError(error, 'PAYMENT_REQUIRED') ||
      isAppError(error, 'INVALID_REQUEST') ||
      isAppError(error, 'ACCOUNT_SUSPENDED') ||
      isAppError(error, 'ACCOUNT_CLOSED');
    if (!cannot) throw error;
    ctx.log.info({ accountId: account.id, code: error.code }, 'an account has auto-reload and cannot be charged');
    return false;
  }
}
