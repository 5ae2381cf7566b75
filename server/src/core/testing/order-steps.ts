import { addMs, DAY_MS } from '../../kit/clock.ts';
import { startCloud, type Cloud, type Customer } from './cloud.ts';
import { getOrder } from '../commerce/orders/get-order.ts';
import { createOrder } from '../commerce/orders/create-order.ts';
import { settlePayment } from '../commerce/settlement/settle-payment.ts';

/** The plan ordered here. */
export const PLAN = 'h100-sxm-x1';

/** Eight GPUs on the last day of a long month, which makes the ends of terms hard to compute. */
export function startOrderCloud(): Promise<Cloud> {
  return startCloud({ start: new Date('2027-01-31T15:00:00Z'), hosts: { 'h100-sxm': [8] } });
}

/** Orders a server by the month; without automatic renewal by default. */
export function order(customer: Customer, more: Partial<Parameters<typeof createOrder>[1]> = {}): ReturnType<typeof createOrder> {
  return createOrder(customer.ctx, {
    productId: PLAN,
    cycle: 'monthly',
    region: 'canada-montreal',
    sshKeyId: customer.sshKeyId,
    autoRenew: false,
    ...more,
  });
}

/** The next steps of orders, on the cloud that the tests have started by then. */
export function orderSteps(cloudOf: () => Cloud) {
  /** Moves to just after a time without living through the minutes between, then runs the schedules once. */
  async function jumpTo(at: Date): Promise<void> {
    const cloud = cloudOf();
    cloud.clock.moveTo(addMs(at, 1));
    await cloud.tendMoney();
    await cloud.tendMoney();
    await cloud.settle();
  }

  return {
    settle: (begun: { paymentId: string }) => settlePayment(cloudOf().ctx, cloudOf().payments, begun.paymentId),
    jumpTo,
    /** Goes on to the day after the term's end, whose server is hibernated then. */
    async outlive(customer: Customer, begun: { orderId: string }): Promise<void> {
      await jumpTo(new Date((await getOrder(customer.ctx, begun)).periodEnd ?? ''));
      const { clock } = cloudOf();
      clock.moveTo(addMs(clock.now(), DAY_MS));
    },
    async remove(customer: Customer, serverId: string): Promise<void> {
      await customer.remove(serverId);
      // A next term that was paid is refunded to the card.
      await cloudOf().tendMoney();
      await cloudOf().settle();
    },
  };
}
