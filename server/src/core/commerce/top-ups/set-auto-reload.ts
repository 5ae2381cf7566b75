import { moneySentences } from '@boreal/contract/request-sentences/money.sentences.ts';
import type { AutoReload, ConsoleSetAutoReloadRequest, SetAutoReloadRequest } from '@boreal/contract/billing/payments.ts';
import { AppError, invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findCardToCharge } from '../cards/cards.store.ts';
import { requireShownCard } from '../cards/require-shown-card.ts';
import { requireExpected } from '../../money/prices/require-expected.ts';
import { taxFor } from '../../money/tax/tax-for.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { loosens } from '../../money/budgets/loosens.rules.ts';
import { findAutoReload, saveAutoReload, type AutoReloadRow } from './auto-reload.store.ts';
import { tellAutoReload } from './get-auto-reload.ts';
import { centsToMicros } from './top-up.rules.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/**
 * Turns auto-reload on or off, or changes it; omitted fields keep their values. Setting it again resumes it after declines. `onlyLower`:
 * for an agent, which may tighten it but neither turn it on nor let it buy more.
 * @throws PERMISSION_DENIED · INVALID_REQUEST turned on without a threshold and an amount · PAYMENT_REQUIRED turned on without a card ·
 * PRICE_CHANGED · CONFIRM_AGAIN
 */
export function setAutoReload(ctx: CustomerCtx, request: ConsoleSetAutoReloadRequest & { onlyLower?: boolean }): Promise<AutoReload> {
  const { onlyLower = false, expectedCardId, expectedTotalCad, ...input } = request;
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    const { accountId } = ctx;
    await lockAccount(tx, accountId);
    const now = ctx.clock.now();
    const before = await findAutoReload(tx, accountId);
    if (onlyLower && buysMore(before, input)) throw new AppError('PERMISSION_DENIED', { who: 'agent', need: 'raise', limit: 'autoReload' });
    const thresholdMicros = input.thresholdCad === undefined ? before?.thresholdMicros : centsToMicros(input.thresholdCad);
    const amountMicros = input.amountCad === undefined ? before?.amountMicros : centsToMicros(input.amountCad);
    if (thresholdMicros === undefined || amountMicros === undefined) {
      if (!input.enabled) return tellAutoReload(tx, ctx);
      throw invalidRequest(thresholdMicros === undefined ? 'thresholdCad' : 'amountCad', moneySentences.thresholdAndAmount);
    }
    const limit = input.monthlyLimitCad === undefined ? before?.monthLimitMicros : input.monthlyLimitCad;
    const monthLimitMicros = typeof limit === 'number' ? centsToMicros(limit) : (limit ?? null);
    if (monthLimitMicros !== null && monthLimitMicros < amountMicros)
      throw invalidRequest('monthlyLimitCad', moneySentences.monthlyLimitTooLow);
    if (input.enabled && !(await findCardToCharge(tx, { accountId }))) {
      throw new AppError('PAYMENT_REQUIRED', { requiredMicros: amountMicros, missing: 'card' });
    }
    await requireShownCard(tx, { accountId, expectedCardId });
    if (expectedTotalCad !== undefined) {
      requireExpected(expectedTotalCad, (await taxFor(tx, { accountId, netMicros: amountMicros, at: now })).totalMicros);
    }
    await saveAutoReload(tx, {
      accountId,
      enabled: input.enabled,
      thresholdMicros,
      amountMicros,
      monthLimitMicros,
      declines: 0,
      stoppedAt: null,
      triedAt: before?.triedAt ?? null,
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    });
    await recordAudit(tx, ctx, { accountId, action: 'auto_reload.set', target: accountId, detail: { ...input } });
    return tellAutoReload(tx, ctx);
  });
}

/** Whether the change could make it buy more than before, or buy again. */
function buysMore(before: AutoReloadRow | null, input: SetAutoReloadRequest): boolean {
  if (!input.enabled) return before === null ? false : raises(before, input);
  return before === null || !before.enabled || before.stoppedAt !== null || raises(before, input);
}

function raises(before: AutoReloadRow, input: SetAutoReloadRequest): boolean {
  const { thresholdCad, amountCad, monthlyLimitCad } = input;
  const limit = typeof monthlyLimitCad === 'number' ? centsToMicros(monthlyLimitCad) : monthlyLimitCad;
  return (
    (thresholdCad !== undefined && centsToMicros(thresholdCad) > before.thresholdMicros) ||
    (amountCad !== undefined && centsToMicros(amountCad) > before.amountMicros) ||
    loosens(before.monthLimitMicros, limit)
  );
}
