import { PaymentsError, type Payments } from '../../payments/port.ts';

/** What happens to a call: nothing is done and nobody answers; it is done and nobody answers; it is done and the caller dies. */
export type PaymentsFault = 'unanswered before' | 'unanswered after' | 'caller dies';

/** The caller's process is gone: it does nothing more. */
export class CallerDied extends Error {}

const calls = [
  'ensureCustomer',
  'openCharge',
  'confirmCharge',
  'readCharge',
  'cancelCharge',
  'refund',
  'readRefund',
  'readDispute',
] as const;

/** A provider whose next calls get the faults in a list, one each; once it is empty, calls succeed. */
export function faultyPayments<P extends Payments>(payments: P, faults: PaymentsFault[]): P {
  return new Proxy(payments, {
    get(target, name, receiver): unknown {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || !calls.some((call) => call === name)) return value;
      return async (...args: unknown[]): Promise<unknown> => {
        const fault = faults.shift();
        if (fault === 'unanswered before') throw new PaymentsError('unreachable', 'the wire is cut');
        const answer: unknown = await Reflect.apply(value, target, args);
        if (fault === 'unanswered after') throw new PaymentsError('unreachable', 'the wire was cut');
        if (fault === 'caller dies') throw new CallerDied('killed');
        return answer;
      };
    },
  });
}
