// A process that settles one payment and kills itself without cleanup, right before or after a given call. Arguments: database URL, payment
// id, time of the product's clock, call, "before" or "after".
import { connect } from '../../db/connect.ts';
import { handClock } from '../../kit/hand-clock.ts';
import { createLog } from '../../kit/log.ts';
import { createSandboxPayments } from '../../payments/sandbox/sandbox-payments.ts';
import { createCtx } from '../create-ctx.ts';
import { settlePayment } from '../commerce/settlement/settle-payment.ts';

const [url = '', paymentId = '', now = '', fatalCall = '', when = ''] = process.argv.slice(2);
const db = connect({ url });
const clock = handClock(new Date(now));
const query = async <R>(sql: string, params: readonly unknown[] = []): Promise<readonly R[]> => {
  const result = await db.pool.query(sql, [...params]);
  return result.rows;
};
const mortal = new Proxy(createSandboxPayments({ query, clock }), {
  get(target, name, receiver): unknown {
    const value: unknown = Reflect.get(target, name, receiver);
    if (name !== fatalCall || typeof value !== 'function') return value;
    return async (...args: unknown[]): Promise<unknown> => {
      if (when === 'before') process.kill(process.pid, 'SIGKILL');
      await Reflect.apply(value, target, args);
      process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    };
  },
});
await settlePayment(createCtx({ db, clock, log: createLog('silent') }), mortal, paymentId);
await db.close();
