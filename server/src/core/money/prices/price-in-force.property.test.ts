import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { soldServers } from '../../fleet/capacity/testing/sold-servers.ts';
import { findPrice, joinPrice, joinPrices, priceByPlan, PRICES, RATE } from './price-in-force.store.ts';
import { insertPrice } from './prices.store.ts';

const PLAN = 'b200-sxm-x8';
const HOURS = 6;

/** Whose price changes in which hour, and to what; null withdraws it. The list price is never withdrawn. */
const change = fc.oneof(
  fc.record({ who: fc.constant(null), hour: fc.nat(HOURS), hourlyMicros: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ who: fc.nat(1), hour: fc.nat(HOURS), hourlyMicros: fc.option(fc.integer({ min: 1, max: 9 })) }),
);

const shop = await soldServers();
after(() => shop.db.close());

test('whatever prices are dated and withdrawn, every way to ask for the price in force answers the same', async () => {
  const start = shop.clock.now();
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(change, { maxLength: 8, selector: ({ who, hour }) => `${who} ${hour}` }), async (changes) => {
      await assert.rejects(
        shop.ctx.transact(async (tx) => {
          const accounts = [(await shop.customer()).accountId, (await shop.customer()).accountId];
          for (const { who, hour, hourlyMicros } of changes) {
            await insertPrice(tx, {
              planId: PLAN,
              accountId: who === null ? null : (accounts[who] ?? null),
              validFrom: addMs(start, hour * HOUR_MS),
              hourlyMicros: hourlyMicros === null ? null : BigInt(hourlyMicros),
              monthlyMicros: null,
              annualMicros: null,
              createdAt: start,
            });
          }
          for (const [who, accountId] of accounts.entries()) {
            for (let hour = 0; hour <= HOURS; hour += 1) {
              const latest = (of: number | null) =>
                changes.filter((one) => one.who === of && one.hour <= hour).toSorted((a, b) => b.hour - a.hour)[0]?.hourlyMicros ?? null;
              const expected = latest(who) ?? latest(null);
              const at = addMs(start, hour * HOUR_MS);
              const asked = { planId: PLAN, accountId, at };
              const row = sql`(select ${accountId}::text as account_id, ${PLAN}::text as plan_id, ${at}::timestamptz as at) r`;
              const many = await sql<{ micros: bigint | null }>`
                with ${PRICES} select ${RATE} as micros from ${row} ${joinPrices({ row: 'r', at: sql`r.at` })}`.execute(tx);
              const one = await sql<{ micros: bigint }>`select hourly_micros as micros from ${row} ${joinPrice({ row: 'r', at })}`.execute(
                tx,
              );
              const answers = [
                (await findPrice(tx, asked))?.hourlyMicros,
                (await priceByPlan(tx, asked)).get(PLAN)?.hourlyMicros,
                many.rows[0]?.micros,
                one.rows[0]?.micros,
              ];
              assert.deepEqual(
                answers.map((micros) => (micros == null ? null : Number(micros))),
                answers.map(() => expected),
                `hour ${hour} of account ${who}`,
              );
            }
          }
          throw new Undone();
        }),
        Undone,
      );
    }),
    { numRuns: Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 12) },
  );
});

/** Prices are never removed: each example is rolled back. */
class Undone extends Error {}
