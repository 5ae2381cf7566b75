import { randomBytes } from 'node:crypto';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { CardBehaviour } from '../../sandbox/sandbox-cards.rules.ts';
import { refusal, under, type Form, type Json } from './wire-format.ts';

type Reply = { status: number; body: Json };

interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly customer: string;
  readonly paymentMethod: string;
  readonly metadata: Record<string, string>;
  status: 'requires_confirmation' | 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  error: { code: string; decline_code?: string } | null;
  timesTaken: number;
}

interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly intent: string;
  readonly metadata: Record<string, string>;
  status: 'pending' | 'succeeded' | 'failed';
}

interface Dispute {
  readonly id: string;
  readonly amount: number;
  readonly intent: string;
  won: boolean;
}

export type StripeWorld = ReturnType<typeof createWorld>;

const newRef = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

/** What Stripe would store, and what its API does with it. */
export function createWorld() {
  const customers = new Set<string>();
  const setups = new Map<string, { customer: string; card: string | null }>();
  const methods = new Map<string, CardBehaviour & { customer: string | null }>();
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  const events: Json[] = [];
  const tell = (type: string, object: Json) =>
    void events.push({ id: newRef('evt'), object: 'event', type, created: Math.floor(new Date().getTime() / 1000), data: { object } });
  const unknown = refusal(404, 'invalid_request_error', 'resource_missing');
  const ok = (body: Json): Reply => ({ status: 200, body });

  const intentJson = (intent: Intent): Json => ({
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    currency: 'cad',
    customer: intent.customer,
    payment_method: intent.status === 'requires_payment_method' ? null : intent.paymentMethod,
    status: intent.status,
    client_secret: `${intent.id}_secret_x`,
    last_payment_error: intent.error && { type: 'card_error', ...intent.error },
    metadata: intent.metadata,
  });
  const refundJson = (refund: Refund): Json => ({
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    payment_intent: refund.intent,
    status: refund.status,
    metadata: refund.metadata,
  });
  const disputeJson = (dispute: Dispute): Json => ({
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    payment_intent: dispute.intent,
    status: dispute.won ? 'won' : 'needs_response',
    balance_transactions: [{ amount: -dispute.amount }, ...(dispute.won ? [{ amount: dispute.amount }] : [])],
  });
  const setupJson = (id: string, setup: { customer: string; card: string | null }): Json => ({
    id,
    object: 'setup_intent',
    customer: setup.customer,
    payment_method: setup.card,
    status: setup.card === null ? 'requires_payment_method' : 'succeeded',
    client_secret: `${id}_secret_x`,
    last_setup_error: null,
  });

  function take(intent: Intent, card: CardBehaviour): void {
    if (card.answer.is === 'succeeded') {
      intent.status = 'succeeded';
      intent.timesTaken += 1;
      tell('payment_intent.succeeded', intentJson(intent));
      return;
    }
    intent.status = 'requires_payment_method';
    intent.error = { code: 'card_declined', decline_code: card.answer.reason === 'card_declined' ? 'generic_decline' : card.answer.reason };
    tell('payment_intent.payment_failed', intentJson(intent));
  }

  function confirm(intent: Intent, form: Form): Reply {
    if (intent.status !== 'requires_confirmation') return unexpected(intent);
    const card = methods.get(intent.paymentMethod);
    if (!card || card.customer !== intent.customer) return refusal(400, 'invalid_request_error', 'payment_method_unexpected_state');
    const present = form.get('off_session') !== 'true';
    // Without it, Stripe redirects the customer to another site, which the console does not support.
    if (present && form.get('use_stripe_sdk') !== 'true') return refusal(400, 'invalid_request_error', 'parameter_missing');
    if (card.asksCustomer && !present) {
      intent.status = 'requires_payment_method';
      intent.error = { code: 'authentication_required', decline_code: 'authentication_required' };
      tell('payment_intent.payment_failed', intentJson(intent));
    } else if (card.asksCustomer) intent.status = 'requires_action';
    else if (card.lateMinutes !== undefined) intent.status = 'processing';
    else take(intent, card);
    if (intent.error === null) return ok(intentJson(intent));
    return refusal(402, 'card_error', intent.error.code, { ...intent.error, payment_intent: intentJson(intent) });
  }
  const unexpected = (intent: Intent) =>
    refusal(400, 'invalid_request_error', 'payment_intent_unexpected_state', { payment_intent: intentJson(intent) });

  function cancel(intent: Intent): Reply {
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') return unexpected(intent);
    intent.status = 'canceled';
    tell('payment_intent.canceled', intentJson(intent));
    return ok(intentJson(intent));
  }

  function createIntent(form: Form): Reply {
    const method = methods.get(form.get('payment_method') ?? '');
    const amount = Number(form.get('amount'));
    if (!method || method.customer !== form.get('customer')) return refusal(400, 'invalid_request_error', 'resource_missing');
    if (!Number.isInteger(amount) || amount < 50) return refusal(400, 'invalid_request_error', 'amount_too_small');
    if (form.get('currency') !== 'cad') return refusal(400, 'invalid_request_error', 'parameter_invalid_empty');
    const intent: Intent = {
      id: newRef('pi'),
      amount,
      customer: form.get('customer') ?? '',
      paymentMethod: form.get('payment_method') ?? '',
      metadata: under(form, 'metadata'),
      status: 'requires_confirmation',
      error: null,
      timesTaken: 0,
    };
    intents.set(intent.id, intent);
    return ok(intentJson(intent));
  }

  function createRefund(form: Form): Reply {
    const intent = intents.get(form.get('payment_intent') ?? '');
    if (!intent || intent.status !== 'succeeded') return refusal(400, 'invalid_request_error', 'charge_not_refundable');
    const amount = Number(form.get('amount'));
    const before = [...refunds.values()].filter((each) => each.intent === intent.id && each.status !== 'failed');
    if (before.reduce((sum, each) => sum + each.amount, amount) > intent.amount) {
      return refusal(400, 'invalid_request_error', 'charge_already_refunded');
    }
    const fails = methods.get(intent.paymentMethod)?.refundsFail === true;
    const refund: Refund = {
      id: newRef('re'),
      amount,
      intent: intent.id,
      metadata: under(form, 'metadata'),
      status: fails ? 'pending' : 'succeeded',
    };
    refunds.set(refund.id, refund);
    tell('refund.created', refundJson(refund));
    return ok(refundJson(refund));
  }

  function detach(id: string): Reply {
    const method = methods.get(id);
    if (!method) return unknown;
    if (method.customer === null) return refusal(400, 'invalid_request_error', 'payment_method_unexpected_state');
    method.customer = null;
    return ok({ id, object: 'payment_method' });
  }

  const one = <T>(found: T | undefined, reply: (thing: T) => Reply): Reply => (found === undefined ? unknown : reply(found));
  const routes: readonly [RegExp, (id: string, form: Form) => Reply][] = [
    [
      /^POST \/v1\/customers$/,
      () => {
        const id = newRef('cus');
        customers.add(id);
        return ok({ id, object: 'customer' });
      },
    ],
    [
      /^GET \/v1\/customers$/,
      () => ok({ object: 'list', url: '/v1/customers', has_more: false, data: [...customers].map((id) => ({ id, object: 'customer' })) }),
    ],
    [
      /^POST \/v1\/setup_intents$/,
      (_id, form) => {
        if (!customers.has(form.get('customer') ?? ''))
          return refusal(400, 'invalid_request_error', 'resource_missing', { param: 'customer' });
        const id = newRef('seti');
        const setup = { customer: form.get('customer') ?? '', card: null };
        setups.set(id, setup);
        return ok(setupJson(id, setup));
      },
    ],
    [/^GET \/v1\/setup_intents\/(\w+)$/, (id) => one(setups.get(id), (setup) => ok(setupJson(id, setup)))],
    [
      /^GET \/v1\/payment_methods\/(\w+)$/,
      (id) =>
        one(methods.get(id), ({ brand, last4 }) =>
          ok({ id, object: 'payment_method', type: 'card', card: { brand, last4, exp_month: 12, exp_year: 2099 } }),
        ),
    ],
    [/^POST \/v1\/payment_methods\/(\w+)\/detach$/, (id) => detach(id)],
    [/^POST \/v1\/payment_intents$/, (_id, form) => createIntent(form)],
    [/^GET \/v1\/payment_intents\/(\w+)$/, (id) => one(intents.get(id), (intent) => ok(intentJson(intent)))],
    [/^POST \/v1\/payment_intents\/(\w+)\/confirm$/, (id, form) => one(intents.get(id), (intent) => confirm(intent, form))],
    [/^POST \/v1\/payment_intents\/(\w+)\/cancel$/, (id) => one(intents.get(id), cancel)],
    [
      /^GET \/v1\/refunds$/,
      (_id, form) => {
        const data = [...refunds.values()].filter((each) => each.intent === form.get('payment_intent')).map(refundJson);
        return ok({ object: 'list', url: '/v1/refunds', has_more: false, data });
      },
    ],
    [/^POST \/v1\/refunds$/, (_id, form) => createRefund(form)],
    [/^GET \/v1\/refunds\/(\w+)$/, (id) => one(refunds.get(id), (refund) => ok(refundJson(refund)))],
    [/^GET \/v1\/disputes\/(\w+)$/, (id) => one(disputes.get(id), (dispute) => ok(disputeJson(dispute)))],
  ];

  return {
    events,
    timesTaken: (intentId: string) => intents.get(intentId)?.timesTaken ?? 0,
    countIntents: () => intents.size,
    refundedCents: (intentId: string) =>
      [...refunds.values()]
        .filter((each) => each.intent === intentId && each.status !== 'failed')
        .reduce((sum, each) => sum + each.amount, 0),

    handle(asked: string, form: Form): Reply {
      for (const [pattern, reply] of routes) {
        const match = pattern.exec(asked);
        if (match) return reply(match[1] ?? '', form);
      }
      return refusal(404, 'invalid_request_error', null);
    },
    enterCard(setupRef: string, _card: SandboxCard, behaviour: CardBehaviour): void {
      const setup = setups.get(setupRef);
      if (!setup) throw new Error(`there is no setup ${setupRef}`);
      setup.card = newRef('pm');
      methods.set(setup.card, { ...behaviour, customer: setup.customer });
      tell('setup_intent.succeeded', setupJson(setupRef, setup));
    },
    /** The customer authenticates in Stripe.js, or fails to. */
    authenticate(intentId: string, proven: boolean): void {
      const intent = intents.get(intentId);
      const card = intent && methods.get(intent.paymentMethod);
      if (!card || intent.status !== 'requires_action') return;
      if (proven) return take(intent, card);
      intent.status = 'requires_payment_method';
      intent.error = { code: 'payment_intent_authentication_failure' };
      tell('payment_intent.payment_failed', intentJson(intent));
    },
    /** Someone with the intent's secret pays it with another card, which Stripe allows until the intent is closed. */
    payInBrowser(intentId: string): void {
      const intent = intents.get(intentId);
      if (intent?.status !== 'requires_payment_method') return;
      intent.status = 'succeeded';
      intent.timesTaken += 1;
    },
    /** Late outcomes arrive; pending ones fail. */
    settleLate(): void {
      for (const intent of intents.values()) {
        const card = methods.get(intent.paymentMethod);
        if (intent.status === 'processing' && card) take(intent, card);
      }
      for (const refund of refunds.values()) {
        if (refund.status !== 'pending') continue;
        refund.status = 'failed';
        tell('refund.failed', refundJson(refund));
      }
    },
    /** A bank returns a refund days after it succeeded. */
    sendBack(refundId: string): void {
      const refund = refunds.get(refundId);
      if (!refund) throw new Error(`there is no refund ${refundId}`);
      refund.status = 'failed';
      tell('refund.failed', refundJson(refund));
    },
    /** Customers were deleted in the dashboard, or belong to test mode while the keys are now live; their cards are gone, too. */
    forgetCustomers(): void {
      customers.clear();
      methods.clear();
    },
    /** Someone refunds in Stripe's dashboard. */
    refundInDashboard(intentId: string, amount: number): void {
      createRefund(
        new Map([
          ['payment_intent', intentId],
          ['amount', String(amount)],
        ]),
      );
    },
    raiseDispute(intentId: string): string {
      const dispute: Dispute = { id: newRef('du'), amount: intents.get(intentId)?.amount ?? 0, intent: intentId, won: false };
      disputes.set(dispute.id, dispute);
      tell('charge.dispute.funds_withdrawn', disputeJson(dispute));
      return dispute.id;
    },
    winDispute(disputeId: string): void {
      const dispute = disputes.get(disputeId);
      if (!dispute) return;
      dispute.won = true;
      tell('charge.dispute.funds_reinstated', disputeJson(dispute));
    },
  };
}
