import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SandboxCard } from '@boreal/contract/billing/payments.ts';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { PaymentsError, type ProviderEvent } from '../../../payments/port.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { debitAccount } from '../credit-by-hand/debit-account.ts';
import { createOrder } from '../orders/create-order.ts';
import { renewOrder } from '../orders/renew-order.ts';
import { tendOrders } from '../orders/tend-orders.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { CallerDied, faultyPayments, type PaymentsFault } from '../../testing/faulty-payments.ts';
import { assertBooks, giveCard, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { reloadLowCredit } from '../top-ups/reload-low-credit.ts';
import { setAutoReload } from '../top-ups/set-auto-reload.ts';
import { handleEvent } from './handle-event.ts';
import { receiveEvent } from './receive-event.ts';
import { settlePayment } from './settle-payment.ts';
import { tendPayments } from './tend-payments.ts';

const CARDS = SandboxCard.options.filter((card) => card !== 'mastercard');

type Step =
  | {
      readonly do: 'top up' | 'order';
      readonly who: number;
      readonly card: SandboxCard;
      readonly present: boolean;
      readonly again: boolean;
    }
  | { readonly do: 'settle' | 'renew' | 'delete' | 'prove' | 'win'; readonly which: number }
  | { readonly do: 'settle the newest' }
  | { readonly do: 'refund' | 'refund outside'; readonly which: number; readonly share: number }
  | { readonly do: 'news'; readonly seed: number }
  | { readonly do: 'tend' }
  | { readonly do: 'spend'; readonly who: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'fault'; readonly fault: PaymentsFault };

const which = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('top up', 'order'),
      who: fc.nat(1),
      card: fc.constantFrom(...CARDS),
      present: fc.boolean(),
      again: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle'), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('renew', 'delete', 'prove', 'win'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('refund', 'refund', 'refund outside'), which, share: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('news'), seed: fc.nat() }) },
  { weight: 2, arbitrary: fc.constant({ do: 'tend' }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(10_000, MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS, 31 * DAY_MS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault'),
      fault: fc.constantFrom<PaymentsFault>('unanswered before', 'unanswered after', 'caller dies'),
    }),
  },
);

const buy = (what: 'top up' | 'order', who: number, card: SandboxCard): Step[] => [
  { do: what, who, card, present: false, again: false },
  { do: 'settle the newest' },
];
const buying = { what: fc.constantFrom('top up', 'order'), who: fc.nat(1) } as const;

/** Steps in an order that chance alone would rarely produce: what a bank does days later, and what is spent meanwhile. */
const scene: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 12, arbitrary: step.map((one) => [one]) },
  {
    weight: 1,
    arbitrary: fc
      .record({ ...buying, spends: fc.boolean(), won: fc.boolean(), seed: fc.nat() })
      .map(({ what, who, spends, won, seed }): readonly Step[] => [
        ...buy(what, who, 'disputed'),
        ...(spends ? [{ do: 'spend', who } as const] : []),
        { do: 'wait', ms: 2 * DAY_MS },
        { do: 'news', seed },
        ...(won
          ? ([
              { do: 'win', which: 0 },
              { do: 'news', seed },
            ] as const)
          : []),
      ]),
  },
  // Nobody looks until the time for an answer is over, long after the bank has answered.
  {
    weight: 1,
    arbitrary: fc
      .record({ ...buying, card: fc.constantFrom('late', 'late_decline', 'authentication') })
      .map(({ what, who, card }): readonly Step[] => [
        { do: what, who, card, present: true, again: false },
        { do: 'settle the newest' },
        { do: 'wait', ms: HOUR_MS },
        { do: 'settle the newest' },
        { do: 'prove', which: 1 },
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ ...buying, share: fc.integer({ min: 1, max: 4 }), fault: fc.boolean(), outside: fc.boolean(), seed: fc.nat() })
      .map(({ what, who, share, fault, outside, seed }): readonly Step[] => [
        ...buy(what, who, 'refund_fails'),
        { do: outside ? 'refund outside' : 'refund', which: -1, share },
        ...(fault ? [{ do: 'fault', fault: 'unanswered after' } as const] : []),
        { do: 'tend' },
        { do: 'news', seed },
        { do: 'wait', ms: 5 * MINUTE_MS },
        { do: 'news', seed },
        { do: 'tend' },
      ]),
  },
);

/** Plays steps; a refusal or a crash leaves the rest of the world running. */
class Play {
  readonly faults: PaymentsFault[] = [];
  readonly cloud: Cloud;
  readonly customers: readonly Customer[];
  readonly #cards = new Map<string, string>();
  readonly #seen: ProviderEvent[] = [];
  readonly #payments: Cloud['payments'];

  constructor(cloud: Cloud, customers: readonly Customer[]) {
    this.cloud = cloud;
    this.customers = customers;
    this.#payments = faultyPayments(cloud.payments, this.faults);
  }

  async run(one: Step, n: number): Promise<void> {
    try {
      await this.#do(one, n);
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof CallerDied) && !(error instanceof PaymentsError)) throw error;
    }
  }

  async proveAll(): Promise<void> {
    const rows = await this.cloud.db.sql.selectFrom('payments').select('ref').execute();
    for (const { ref } of rows) if (ref !== null) await this.cloud.payments.sandbox.authenticate(ref, true);
  }

  async #do(one: Step, n: number): Promise<void> {
    const { cloud } = this;
    switch (one.do) {
      case 'top up':
      case 'order': {
        const customer = this.#customer(one.who);
        const cardId = await this.#card(customer, one.card);
        const intent = { cardId, present: one.present, key: String(one.again ? n - (n % 5) : n) };
        if (one.do === 'top up') return void (await createTopUp(customer.ctx, { amountCad: 25 + (n % 7), ...intent }));
        const plan = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', sshKeyId: customer.sshKeyId } as const;
        return void (await createOrder(customer.ctx, { ...plan, autoRenew: n % 2 === 0, ...intent }));
      }
      case 'settle':
        return void (await settlePayment(cloud.ctx, this.#payments, await this.#paymentId(one.which)));
      case 'settle the newest':
        return void (await settlePayment(cloud.ctx, this.#payments, await this.#paymentId(-1)));
      case 'spend': {
        // As much of it as the credit allows: what is disputed later is no longer there.
        const customer = this.#customer(one.who);
        const amountMicros = await customer.balance();
        const { accountId } = customer.ctx;
        if (amountMicros > 0n) await debitAccount(cloud.ctx, { accountId, amountMicros, reason: 'Spent' });
        return;
      }
      case 'win': {
        const { rows } = await cloud.db.pool.query<{ ref: string }>(
          'select ref from sandbox_payments.dispute where begins_at <= $1 and not won order by ref',
          [cloud.clock.now()],
        );
        const ref = rows[one.which % Math.max(1, rows.length)]?.ref;
        if (ref !== undefined) await cloud.payments.winDispute(ref);
        return;
      }
      case 'prove': {
        const row = await cloud.db.sql
          .selectFrom('payments')
          .select('ref')
          .where('id', '=', await this.#paymentId(one.which))
          .executeTakeFirst();
        if (row?.ref) await cloud.payments.sandbox.authenticate(row.ref, one.which % 3 > 0);
        return;
      }
      case 'renew': {
        const order = await this.#order(one.which);
        const customer = this.customers.find(({ ctx }) => ctx.accountId === order?.accountId);
        if (order && customer) await renewOrder(customer.ctx, { orderId: order.id });
        return;
      }
      case 'delete': {
        const order = await this.#order(one.which);
        const customer = this.customers.find(({ ctx }) => ctx.accountId === order?.accountId);
        if (order && customer) await customer.remove(order.serverId);
        return;
      }
      case 'refund': {
        const paymentId = await this.#paymentId(one.which);
        const row = await cloud.db.sql.selectFrom('payments').select('netMicros').where('id', '=', paymentId).executeTakeFirst();
        const cents = (row?.netMicros ?? 0n) / BigInt(one.share) / 10_000n;
        return void (await refundPayment(cloud.ctx, { paymentId, netMicros: cents * 10_000n, reason: 'Asked for', key: String(n) }));
      }
      case 'refund outside': {
        const row = await cloud.db.sql
          .selectFrom('payments')
          .select(['ref', 'netMicros'])
          .where('id', '=', await this.#paymentId(one.which))
          .executeTakeFirst();
        const amountMicros = ((row?.netMicros ?? 0n) / BigInt(one.share) / 10_000n) * 10_000n;
        return void (await cloud.payments.refundOutside({ chargeRef: row?.ref ?? '', amountMicros }));
      }
      case 'news':
        return this.#news(one.seed);
      case 'tend':
        await reloadLowCredit(cloud.ctx);
        await tendPayments(cloud.ctx, this.#payments);
        return void (await tendOrders(cloud.ctx));
      case 'wait':
        cloud.clock.advance(one.ms);
        return;
      case 'fault':
        this.faults.push(one.fault);
        return;
    }
  }

  /**
   * Delivers the events that are due, each twice and later than earlier ones are remembered, mixed with older ones, as the seed determines.
   */
  async #news(seed: number): Promise<void> {
    await this.cloud.payments.sendEvents(async (event) => {
      const older = this.#seen[(seed + 7 * this.#seen.length) % Math.max(1, this.#seen.length)];
      this.#seen.push(event);
      for (const each of older ? [event, older, event] : [event, event]) {
        await receiveEvent(this.cloud.ctx, this.#payments, each);
        await handleEvent(this.cloud.ctx, this.#payments, each);
      }
    });
  }

  #customer(who: number): Customer {
    const customer = this.customers[who % this.customers.length];
    if (!customer) throw new Error('nobody plays');
    return customer;
  }

  async #card(customer: Customer, card: SandboxCard): Promise<string> {
    const name = `${customer.ctx.accountId} ${card}`;
    const known = this.#cards.get(name) ?? (await giveCard(this.cloud, customer, card));
    this.#cards.set(name, known);
    return known;
  }

  async #paymentId(n: number): Promise<string> {
    const rows = await this.cloud.db.sql.selectFrom('payments').select('id').orderBy('id').execute();
    return rows.at(n < 0 ? n : n % Math.max(1, rows.length))?.id ?? '';
  }

  async #order(n: number) {
    const rows = await this.cloud.db.sql.selectFrom('orders').select(['id', 'accountId', 'serverId']).orderBy('id').execute();
    return rows[n % Math.max(1, rows.length)];
  }
}

test('whatever is charged, declined, late, doubled, cut off, refunded or disputed, every cent is accounted for and nothing is charged twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(scene, { minLength: 15, maxLength: 40 }), async (scenes) => {
      const steps = scenes.flat();
      const cloud = await startCloud({ hosts: { 'h100-sxm': [3] } });
      try {
        const customers = [await payingCustomer(cloud), await payingCustomer(cloud, { place: 'NS', cad: '5' })];
        for (const { ctx } of customers) await setAutoReload(ctx, { enabled: true, thresholdCad: 1, amountCad: 25, monthlyLimitCad: 100 });
        const play = new Play(cloud, customers);
        for (const [n, one] of steps.entries()) await play.run(one, n);

        // All faults end: leases expire, late answers arrive, and all work finishes.
        play.faults.length = 0;
        for (const { ctx } of customers) await setAutoReload(ctx, { enabled: false });
        for (let round = 0; round < 6; round += 1) {
          cloud.clock.advance(61 * MINUTE_MS);
          await cloud.tendMoney();
          // A machine that took too long while its worker was asleep is given up, and its money refunded.
          await cloud.settle();
        }
        await assertRest(cloud);
        await assertBooks(cloud);

        // Anybody who comes back now to authenticate is too late for all of it.
        await play.proveAll();
        cloud.clock.advance(61 * MINUTE_MS);
        await cloud.tendMoney();
        await assertBooks(cloud);
      } finally {
        await cloud.close();
      }
    }),
    { numRuns: Number(process.env['BOREAL_PAYMENT_RUNS'] ?? 12), endOnFailure: true },
  );
});

/** No payment or refund is waiting, and GPUs are held only by servers that are paid for. */
async function assertRest(cloud: Cloud): Promise<void> {
  const { sql } = cloud.db;
  assert.deepEqual(await sql.selectFrom('payments').select(['id', 'status']).where('settledAt', 'is', null).execute(), []);
  assert.deepEqual(await sql.selectFrom('paymentRefunds').select('id').where('status', '=', 'pending').execute(), []);
  assert.deepEqual(await sql.selectFrom('orders').select('id').where('status', '=', 'pending').execute(), []);
  const { rows: unserved } = await cloud.db.pool.query(
    `select p.id from payments p left join order_terms t on t.payment_id = p.id
     where p.status = 'succeeded' and p.order_id is not null and t.payment_id is null
       and p.net_micros > (select coalesce(sum(r.net_micros), 0) from payment_refunds r where r.payment_id = p.id and r.status <> 'failed')
       -- What a bank has sent back is the customer's credit.
       and not exists (select from payment_refunds r where r.payment_id = p.id and r.status = 'failed')`,
  );
  assert.deepEqual(unserved, [], 'an order that was not served was paid for');
  const running = await sql.selectFrom('servers').select('id').where('status', 'in', ['ACTIVE', 'STOPPED']).execute();
  assert.equal(await cloud.gpusTaken(), running.length);
  const paid = await sql.selectFrom('orders').select('serverId').where('status', '=', 'active').execute();
  const ids = new Set(paid.map((row) => row.serverId));
  for (const { id } of running) assert.ok(ids.has(id), `${id} runs and is not paid for`);
}
