import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import type { Tx } from '../../../db/connect.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { lockAccount } from '../ledger/locked-account.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockPlan } from '../catalog/catalog.store.ts';
import { instantTaken, lockMomentOfPrice } from './moment-of-price.ts';
import type { Plan } from '../catalog/plan.ts';
import { findPrice } from './price-in-force.store.ts';
import { accountExists, hasOwnPrice, insertPrice, isPriced, listServersOfPlan, type PriceRow } from './prices.store.ts';

/** The most servers that a refusal names. */
const NAMED = 5;

/**
 * Ends an account's own price for a plan: from then on it pays the list price, also for running servers. Without a list price, refused
 * while the account has servers of the plan, because nobody could bill or restore them. For operators.
 */
export function withdrawPrice(
  ctx: Ctx,
  input: { planId: string; accountId: string; /** Left out: now. */ validFrom?: Date | undefined },
): Promise<PriceRow> {
  return ctx.transact(async (tx) => {
    const { planId, accountId } = input;
    const validFrom = await lockMomentOfPrice(tx, ctx, input.validFrom);
    if (!(await accountExists(tx, accountId))) throw notFound('account');
    // No server of the account is sold, and no flag of the plan changed, between the check and the commit.
    await lockAccount(tx, accountId);
    const plan = await lockPlan(tx, planId);
    if (!plan) throw notFound('plan');
    if (!(await hasOwnPrice(tx, { planId, accountId, at: validFrom }))) {
      throw invalidRequest('accountId', catalogSentences.noPriceOfItsOwn(planId));
    }
    if ((await findPrice(tx, { planId, accountId: null, at: validFrom })) === null) {
      await requireNobodyLeft(tx, { plan, accountId, validFrom, ahead: input.validFrom !== undefined && validFrom > ctx.clock.now() });
    }
    const amounts = { hourlyMicros: null, monthlyMicros: null, annualMicros: null };
    const row = await insertPrice(tx, { planId, accountId, validFrom, ...amounts, createdAt: ctx.clock.now() });
    if (!row) throw instantTaken();
    await recordAudit(tx, ctx, {
      accountId,
      action: 'price.withdrawn',
      target: planId,
      detail: { validFrom: validFrom.toISOString() },
    });
    return row;
  });
}

/**
 * For a plan without a list price to fall back on: no server may be left without a price, now or later, nor may the plan be sold without
 * one.
 */
async function requireNobodyLeft(
  tx: Tx,
  { plan, accountId, validFrom, ahead }: { plan: Plan; accountId: string; validFrom: Date; ahead: boolean },
): Promise<void> {
  const { id: planId } = plan;
  const servers = await listServersOfPlan(tx, { planId, accountId });
  if (servers.length > 0) {
    const named = servers
      .slice(0, NAMED)
      .map(({ id, name }) => `${name} (${id})`)
      .join(', ');
    const more = servers.length > NAMED ? ', …' : '';
    throw invalidRequest('accountId', catalogSentences.serversWithoutPrice({ planId, named, more }));
  }
  if (ahead) throw invalidRequest('validFrom', catalogSentences.noListPriceThen(planId));
  const sold = plan.purchasable && !plan.priceOnRequest;
  if (sold && !(await isPriced(tx, { planId, after: validFrom, withoutAccountId: accountId }))) {
    throw invalidRequest('accountId', catalogSentences.onlyPrice(planId));
  }
}
