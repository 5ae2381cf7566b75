import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { PaymentsError, type Payments, type ProviderEvent } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findCardBySetup } from '../cards/cards.store.ts';
import { settleSetup } from '../cards/finish-card.ts';
import { stopAutoRenewals } from '../orders/stop-auto-renewals.ts';
import { applyDispute } from '../refunds/apply-dispute.ts';
import { applyOutsideRefund } from '../refunds/apply-outside-refund.ts';
import { findRefundByRef } from '../refunds/refunds.store.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import type { Settled } from '../provider/answer.rules.ts';
import { rescheduleEvent } from './events.store.ts';
import { findPaymentByRef } from '../payments/payments.store.ts';
import { settlePayment } from './settle-payment.ts';

const RETRY_MS = 1 * MINUTE_MS;

/**
 * Looks up what an event names and ignores the rest of it, so events may come in any order, twice, or late. An event is done if it names
 * something that is not ours, or that we poll anyway. An event that arrives while another process is looking, whose answer may be older, is
 * kept and handled again.
 */
export async function handleEvent(ctx: Ctx, payments: Payments, event: ProviderEvent): Promise<void> {
  const of = { provider: payments.name, id: event.id };
  try {
    const settled = await look(ctx, payments, event);
    await rescheduleEvent(ctx.db.sql, { ...of, checkAt: settled === 'look again' ? addMs(ctx.clock.now(), RETRY_MS) : null });
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    ctx.log.warn({ err: error, eventId: event.id, about: event.about }, 'news of a payment provider could not be looked at');
    const again = error.paymentsCause === 'unreachable' ? addMs(ctx.clock.now(), RETRY_MS) : null;
    await rescheduleEvent(ctx.db.sql, { ...of, checkAt: again });
  }
}

async function look(ctx: Ctx, payments: Payments, { about, ref }: ProviderEvent): Promise<Settled> {
  const db = ctx.db.sql;
  const provider = payments.name;
  switch (about) {
    case 'charge': {
      const payment = await findPaymentByRef(db, { provider, ref });
      return payment ? settlePayment(ctx, payments, payment.id) : 'not ours';
    }
    case 'card setup': {
      const card = await findCardBySetup(db, { provider, setupRef: ref });
      if (card) await settleSetup(ctx, payments, card);
      return 'settled';
    }
    case 'refund': {
      const refund = await findRefundByRef(db, { provider, ref });
      if (refund) return settleRefund(ctx, payments, refund.id);
      await applyOutsideRefund(ctx, payments, ref);
      return 'settled';
    }
    case 'dispute':
      await applyDispute(ctx, payments, ref, stopAutoRenewals);
      return 'settled';
  }
}
