import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { Price } from '../catalog/plan.ts';

/**
 * The price in force, for every statement that needs one: an account's own, or else the list price. No other file reads dated prices to
 * find it (tests/house/rules.test.ts), so no two can disagree. The migration's function handles one row at a time, the code below a million
 * at once; a test checks that they agree.
 */

/** More than anybody schedules for one plan. */
const COMING_MAX = 100;

/** Whose prices, and when. Without an account: the list prices. */
interface PriceQuestion {
  readonly accountId: string | null;
  readonly at: Date;
}

/** What an account pays for a plan at a given time: its own price in force, or else the list price in force; null if there is neither. */
export async function findPrice(db: Sql | Tx, input: PriceQuestion & { planId: string }): Promise<Price | null> {
  const { accountId, planId, at } = input;
  const { rows } = await sql<Price>`select * from price_in_force(${accountId}, ${planId}, ${at})`.execute(db);
  return rows[0] ?? null;
}

/** The same for every plan that has a price, by plan id. */
export async function priceByPlan(db: Sql | Tx, { accountId, at }: PriceQuestion): Promise<ReadonlyMap<string, Price>> {
  const { rows } = await sql<Price & { planId: string }>`
    select p.id as plan_id, price.* from plans p cross join lateral price_in_force(${accountId}, p.id, ${at}) price
  `.execute(db);
  return new Map(rows.map(({ planId, ...price }) => [planId, price]));
}

/** What an account will pay for a plan at each moment in a span when its own price or the list price changes; earliest first. */
export async function comingPrices(
  db: Sql | Tx,
  { planId, accountId, after, until }: { planId: string; accountId: string; after: Date; until: Date },
): Promise<readonly (Price & { readonly at: Date })[]> {
  const { rows } = await sql<Price & { at: Date }>`
    select moment.at, price.* from (
      select distinct valid_from as at from prices
      where plan_id = ${planId} and (account_id is null or account_id = ${accountId}) and valid_from > ${after} and valid_from < ${until}
    ) moment cross join lateral price_in_force(${accountId}, ${planId}, moment.at) price
    order by moment.at limit ${COMING_MAX}
  `.execute(db);
  return rows;
}

/**
 * The list prices of a plan that come into force while the price an account has at `after` is in force, until its next own one; earliest
 * first.
 */
export async function comingListPrices(
  db: Sql | Tx,
  { planId, accountId, after }: { planId: string; accountId: string; after: Date },
): Promise<readonly Price[]> {
  const { rows } = await sql<Price>`
    select hourly_micros, monthly_micros, annual_micros from prices list
    where plan_id = ${planId} and account_id is null and valid_from > ${after} and hourly_micros is not null and not exists (
      select from prices own
      where own.plan_id = ${planId} and own.account_id = ${accountId} and own.valid_from > ${after} and own.valid_from <= list.valid_from
    )
    order by valid_from limit ${COMING_MAX}
  `.execute(db);
  return rows;
}

/** What `joinPrices` joins: part of the statement's WITH. */
export const PRICES = sql`price as materialized (select plan_id, account_id, hourly_micros, valid_from, valid_to from price_spans)`;

/** What `row` (an alias with plan_id and account_id) pays at `at`: joins `own` and `list`, from which `RATE` is computed. */
export function joinPrices({ row, at }: { row: string; at: RawBuilder<unknown> }): RawBuilder<unknown> {
  const of = sql.ref(row);
  return sql`
    left join price list on list.plan_id = ${of}.plan_id and list.account_id is null and ${at} >= list.valid_from and ${at} < list.valid_to
    left join price own on own.plan_id = ${of}.plan_id and own.account_id = ${of}.account_id and ${at} >= own.valid_from and ${at} < own.valid_to`;
}

/** Micro-CAD per hour after `joinPrices`; null if no price is in force. */
export const RATE = sql`coalesce(own.hourly_micros, list.hourly_micros)`;

/** The same for few rows: joins `price`. `at` is the statement's placeholder for the time, such as `$2`. */
export function joinPriceText({ row, at }: { row: string; at: string }): string {
  return `join lateral price_in_force(${row}.account_id, ${row}.plan_id, ${at}) price on true`;
}

/** What an account pays for each plan in `rows`, looked up once per plan: part of the statement's WITH, `price`. */
export function pricesOfText({ rows, account, at }: { rows: string; account: string; at: string }): string {
  return `price as materialized (
    select of.plan_id, price.* from (select distinct plan_id from ${rows}) of
    cross join lateral price_in_force(${account}, of.plan_id, ${at}) price
  )`;
}

/** The same for a known time. */
export function joinPrice({ row, at }: { row: string; at: Date }): RawBuilder<unknown> {
  return sql.raw(joinPriceText({ row, at: `'${at.toISOString()}'::timestamptz` }));
}

/** What `row` pays at a time given in the statement; for a lateral join. */
export function priceAt({ row, at }: { row: string; at: RawBuilder<unknown> }): RawBuilder<unknown> {
  const of = sql.ref(row);
  return sql`price_in_force(${of}.account_id, ${of}.plan_id, ${at})`;
}

/** What an account pays for one plan; for a lateral join. */
export function priceOf({ accountId, planId, at }: PriceQuestion & { planId: string }): RawBuilder<unknown> {
  return sql`price_in_force(${accountId}, ${planId}, ${at})`;
}

/**
 * Whether what `row` pays was `rate` at some moment from `from` to `to`: prices may have come and gone meanwhile. `paid`: the part of the
 * price that is compared, an expression over a row `price`; by default the hourly price.
 */
export function wasInForce(of: {
  row: string;
  rate: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  to: RawBuilder<unknown>;
  paid?: RawBuilder<unknown>;
}): RawBuilder<boolean> {
  const row = sql.ref(of.row);
  return sql<boolean>`exists (
    select from (
      select ${of.from} as at
      union all select valid_from from prices
      where prices.plan_id = ${row}.plan_id and (prices.account_id is null or prices.account_id = ${row}.account_id)
        and valid_from > ${of.from} and valid_from <= ${of.to}
    ) moment cross join lateral price_in_force(${row}.account_id, ${row}.plan_id, moment.at) price
    where ${of.paid ?? sql`price.hourly_micros`} = ${of.rate}
  )`;
}
