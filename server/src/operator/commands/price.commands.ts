import type { Command } from 'commander';
import { setPriceByHand, withdrawPriceByHand } from '../../core/commerce/operator-requests/price-by-hand.ts';
import { findPlan } from '../../core/money/catalog/catalog.store.ts';
import { comingListPrices, findPrice } from '../../core/money/prices/price-in-force.store.ts';
import { listPrices } from '../../core/money/prices/list-prices.ts';
import { hasAmounts, type PriceRow } from '../../core/money/prices/prices.store.ts';
import { tellPrice } from '../../core/money/prices/tell-price.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseAmount, parseMoment } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { cad, table, when, wholeList, type CommandOutput, type Column } from '../output.ts';
import { toldAsked } from '../told-asked.ts';
import { INVOCATION, verb } from '../verb.ts';

export function addPriceCommands(program: Command, operate: Operate): void {
  const price = program.command('price').description('list prices, and prices of single accounts');

  verb(price, 'list', operate(list), {
    description: 'Show dated prices, the latest first: past, in force, and to come.',
    example: '--plan h100-sxm-x1',
  })
    .option('--plan <plan>', 'only prices of this plan')
    .option('--account <account>', "only this account's own prices");

  verb(price, 'set <plan>', operate(set), {
    description: 'Set a price from a date on. Earlier prices and hours already charged stay as they are.',
    example: 'h100-sxm-x1 --hourly 3.79 --from 2026-04-01T00:00:00-04:00',
  })
    .requiredOption('--hourly <amount>', 'CAD an hour', parseAmount)
    .option('--monthly <amount>', 'CAD a month, committed by the month; left out: 25 % less than 730 hours', parseAmount)
    .option('--annual <amount>', 'CAD a month, committed by the year; left out: 40 % less than 730 hours', parseAmount)
    .option('--account <account>', 'a price for this account alone; left out: the list price')
    .option('--from <moment>', 'when it comes into force, never in the past; left out: now', parseMoment);

  verb(price, 'withdraw <plan>', operate(withdraw), {
    description: "End an account's own price: from then on it pays the list price. Hours already charged stay as they are.",
    example: 'h100-sxm-x1 --account acc_01jq8z5m1ts2xq7hv1m4w9c2kd --from 2026-04-01T00:00:00-04:00',
  })
    .requiredOption('--account <account>', 'whose own price')
    .option('--from <moment>', 'when it ends, never in the past; left out: now', parseMoment);
}

type PriceState = 'in force' | 'to come' | 'past' | 'withdrawn';

async function list(ctx: Ctx, options: { plan?: string; account?: string }): Promise<CommandOutput> {
  const prices = withStanding(await listPrices(ctx.db.sql, { planId: options.plan, accountId: options.account }), ctx.clock.now());
  const data = prices.map((price) => ({ ...priceData(price, ctx), standing: price.standing }));
  return wholeList(data, table(prices, columns, 'There is no such price.'));
}

/** Marks the prices in force: for each plan and account, the latest that has begun. They are sorted latest first. */
function withStanding(prices: readonly PriceRow[], now: Date): (PriceRow & { standing: PriceState })[] {
  const begun = new Set<string>();
  return prices.map((price) => {
    if (price.validFrom > now) return { ...price, standing: 'to come' };
    const whose = `${price.planId} ${price.accountId ?? ''}`;
    const standing = begun.has(whose) ? 'past' : hasAmounts(price) ? 'in force' : 'withdrawn';
    begun.add(whose);
    return { ...price, standing };
  });
}

const columns: readonly Column<PriceRow & { standing: PriceState }>[] = [
  { title: 'id', right: true, of: (price) => String(price.id) },
  { title: 'plan', of: (price) => price.planId },
  { title: 'account', of: (price) => price.accountId ?? 'everyone' },
  { title: 'cad/hour', right: true, of: (price) => amount(price.hourlyMicros) },
  { title: 'monthly', right: true, of: (price) => amount(price.monthlyMicros) },
  { title: 'annual', right: true, of: (price) => amount(price.annualMicros) },
  { title: 'from', of: (price) => when(price.validFrom) },
  { title: 'standing', of: (price) => price.standing },
];

function amount(micros: bigint | null): string {
  return micros === null ? '–' : cad(micros);
}

function priceData(row: PriceRow, ctx: Ctx) {
  const { pricing, begun: _begun, ...price } = tellPrice(row, ctx.clock.now());
  return { ...price, pricing: pricing === null ? null : { ...pricing } } as const;
}

interface SetOptions {
  readonly hourly: bigint;
  readonly monthly?: bigint;
  readonly annual?: bigint;
  readonly account?: string;
  readonly from?: Date;
}

async function set(ctx: Ctx, planId: string, options: SetOptions): Promise<CommandOutput> {
  const { requestId, price } = await setPriceByHand(ctx, {
    planId,
    accountId: options.account,
    validFrom: options.from,
    hourlyMicros: options.hourly,
    monthlyMicros: options.monthly,
    annualMicros: options.annual,
  });
  if (price === null) return { data: { requestId, price: null }, text: toldAsked(requestId) };
  const committed =
    price.monthlyMicros === null || price.annualMicros === null
      ? ''
      : ` (committed: ${cad(price.monthlyMicros)} monthly, ${cad(price.annualMicros)} annual, a month)`;
  const sentence = `${planId} costs ${cad(price.hourlyMicros)} CAD an hour${committed} for ${price.accountId ?? 'everyone'} from ${when(price.validFrom)} on. Price: ${price.id}`;
  // A plan on request stays so until explicitly changed: a price alone would look like a mistake.
  const hidden = (await findPlan(ctx.db.sql, planId))?.priceOnRequest === true;
  const hint = `The plan is still priced on request. To sell it online: ${INVOCATION} plan set ${planId} --price-on-request no --auto-provisioning yes`;
  return { data: { requestId, price: priceData(price, ctx) }, text: hidden ? `${sentence}\n${hint}` : sentence };
}

async function withdraw(ctx: Ctx, planId: string, options: { account: string; from?: Date }): Promise<CommandOutput> {
  const { requestId, price: row } = await withdrawPriceByHand(ctx, { planId, accountId: options.account, validFrom: options.from });
  if (row === null) return { data: { requestId, price: null }, text: toldAsked(requestId) };
  const list = await findPrice(ctx.db.sql, { planId, accountId: null, at: row.validFrom });
  const coming = await comingListPrices(ctx.db.sql, { planId, accountId: options.account, after: row.validFrom });
  const later = coming.map(({ hourlyMicros }) => `, later ${cad(hourlyMicros)} CAD`).join('');
  const then =
    list === null ? `${planId} has no price for it then` : `it pays the list price, ${cad(list.hourlyMicros)} CAD an hour${later}`;
  return {
    data: { requestId, price: priceData(row, ctx) },
    text: `Withdrew the price of ${options.account} for ${planId}. From ${when(row.validFrom)} on ${then}.`,
  };
}
