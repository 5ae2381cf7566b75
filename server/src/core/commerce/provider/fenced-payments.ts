import { PaymentsError, type Payments } from '../../../payments/port.ts';

/** What moves money, or changes what the provider keeps. */
const moves: ReadonlySet<string> = new Set<keyof Payments>([
  'ensureCustomer',
  'beginCardSetup',
  'removeCard',
  'openCharge',
  'confirmCharge',
  'cancelCharge',
  'refund',
]);

/**
 * The same provider, at which nothing is moved while this database is `isFenced`, a copy that a newer one keeps off the engines: what it
 * charged or refunded, the newer one would never know. What waits is asked again later, as when the provider does not answer.
 */
export function fencedPayments(payments: Payments, isFenced: () => Promise<boolean>): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || typeof name !== 'string' || !moves.has(name)) return member;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        if (await isFenced()) throw new PaymentsError('unreachable', `${name} was not asked: another Boreal drives an engine of this one`);
        return Reflect.apply(member, target, given);
      };
    },
  });
}
