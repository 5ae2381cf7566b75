import { PaymentsError, type Payments } from '../../../payments/port.ts';

/** The calls that move money, or change what the provider stores. */
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
 * The same provider, without any money movement while this database is `isFenced`: it is then a copy that a newer one keeps off the
 * engines, and the newer one would never know what it charged or refunded. Waiting calls are retried later, as when the provider does not
 * answer.
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
