import { SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { Clock } from '../../kit/clock.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { randomBase62 } from '../../kit/ids.ts';
import { PaymentsError, WebhookRefused, type Charge, type Payments, type SandboxControls } from '../port.ts';
import { chargeStore, stateOf, type ChargeRow } from './charges.store.ts';
import { cardSetups } from './card-setups.ts';
import { eventStore } from './events.store.ts';
import { givingBack, type SandboxBooks } from './giving-back.ts';
import { schemaSql, type Query } from './schema.ts';
import { testCards, type CardBehaviour } from './sandbox-cards.rules.ts';

/** A provider that moves no money: it needs no account, and its test cards behave as real ones can. */
export interface SandboxPayments extends Payments {
  /** Creates the sandbox's tables if they are missing. Any number of processes may do so at once. */
  prepare(): Promise<void>;
  readonly sandbox: SandboxControls;
  /** The dispute of a charge is won: the money comes back. */
  /** The cardholder's bank takes a charge back now. Returns the dispute's reference. */
  dispute(chargeRef: string): Promise<string>;
  winDispute(disputeRef: string): Promise<void>;
  /** The bank takes the money of a won dispute again. */
  loseDispute(disputeRef: string): Promise<void>;
  /** The cardholder's bank returns a refund, even one that had succeeded. */
  returnRefund(refundRef: string): Promise<void>;
  /** Refunds at the provider, bypassing Boreal. Returns the refund's reference. */
  refundOutside(input: { chargeRef: string; amountMicros: bigint }): Promise<string>;
  /** The provider's own books. */
  books(): Promise<SandboxBooks>;
}

export function createSandboxPayments({ query, clock }: { query: Query; clock: Clock }): SandboxPayments {
  const charges = chargeStore(query);
  const events = eventStore(query);
  const back = givingBack({ query, clock, events });
  const { enterCard, ...calls } = cardSetups({ query, clock, events });

  async function requireCharge(ref: string): Promise<ChargeRow> {
    await charges.settle(ref, clock.now());
    const row = await charges.find(ref);
    if (!row) throw new PaymentsError('rejected', `the sandbox has no charge ${ref}`);
    return row;
  }
  async function read(ref: string): Promise<Charge> {
    const row = await requireCharge(ref);
    return { ref, state: stateOf(row) };
  }
  const behaviourOf = (row: ChargeRow): CardBehaviour => testCards[SandboxCard.parse(row.testCard)];
  const tell = (row: ChargeRow, at: Date) =>
    events.add({ about: 'charge', ref: row.ref, at, deliveries: behaviourOf(row).deliveries ?? 1 });

  /** Takes the money or declines the card, now or late. Only the call that moves the charge reports it. */
  async function answer(row: ChargeRow, from: 'open' | 'needs customer'): Promise<void> {
    const card = behaviourOf(row);
    const reason = card.answer.is === 'declined' ? card.answer.reason : null;
    if (card.lateMinutes !== undefined) {
      const at = addMs(clock.now(), card.lateMinutes * MINUTE_MS);
      if (await charges.process(row.ref, { at, to: card.answer.is, reason })) await tell(row, at);
      return;
    }
    if (!(await charges.move(row.ref, [from], card.answer.is, reason))) return;
    await tell(row, clock.now());
    if (card.disputedAfterHours !== undefined) await back.planDispute(row, addMs(clock.now(), card.disputedAfterHours * HOUR_MS));
  }

  /** The customer authenticates, and the charge continues; or fails to, and it is declined. */
  async function authenticate(chargeRef: string, proven: boolean): Promise<void> {
    const row = await requireCharge(chargeRef);
    if (proven) await answer(row, 'needs customer');
    else if (await charges.move(chargeRef, ['needs customer'], 'declined', 'authentication_failed')) await tell(row, clock.now());
  }

  return {
    name: 'sandbox',
    publishableKey: null,
    sandbox: { enterCard, authenticate },
    prepare: async () => void (await query(schemaSql)),

    async ensureCustomer({ accountId }) {
      const [row] = await query<{ ref: string }>(
        `insert into sandbox_payments.customer (ref, account_id) values ($1, $2)
         on conflict (account_id) do update set account_id = excluded.account_id returning ref`,
        [`cus_${randomBase62(16)}`, accountId],
      );
      return row?.ref ?? '';
    },
    ...calls,

    async openCharge({ key, customerRef, cardRef, amountMicros }) {
      const ref = await charges.open({ ref: `ch_${randomBase62(16)}`, key, customerRef, cardRef, amountMicros });
      if (ref === '') throw new PaymentsError('rejected', 'the sandbox knows no such card of the customer');
      return read(ref);
    },
    async confirmCharge({ ref, present }) {
      const row = await requireCharge(ref);
      if (row.state === 'open') {
        const asks = behaviourOf(row).asksCustomer === true;
        if (asks && present) await charges.move(ref, ['open'], 'needs customer', null);
        else if (asks) await charges.move(ref, ['open'], 'declined', 'authentication_required');
        else await answer(row, 'open');
      }
      return read(ref);
    },
    readCharge: read,
    async cancelCharge(ref) {
      await requireCharge(ref);
      await charges.move(ref, ['open', 'needs customer'], 'declined', 'canceled');
      return read(ref);
    },

    refund: back.refund,
    readRefund: back.readRefund,
    readDispute: back.readDispute,
    dispute: back.dispute,
    winDispute: back.winDispute,
    loseDispute: back.loseDispute,
    returnRefund: back.returnRefund,
    refundOutside: back.refundOutside,

    readWebhook: () => {
      throw new WebhookRefused();
    },
    sendEvents: (receive) => events.send(clock.now(), receive),

    books: () => back.books(),
  };
}
