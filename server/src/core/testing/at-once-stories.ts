import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';

export const HOSTS = ['h100-sxm-0', 'h100-sxm-1', 'h100-sxm-2', 'h100-sxm-3'] as const;

const which = fc.nat(7);
const host = fc.nat(HOSTS.length - 1);
const deploy = fc.record({
  do: fc.constant('deploy' as const),
  who: fc.nat(1),
  plan: fc.constantFrom('h100-sxm-x1', 'h100-sxm-x1', 'h100-sxm-x2', 'h100-sxm-x1-spot', 'h100-sxm-x2-spot'),
});
const operation = fc.oneof(
  { weight: 4, arbitrary: deploy },
  // One of the actions that the server allows at that moment: others may still come in between.
  { weight: 12, arbitrary: fc.record({ do: fc.constant('act' as const), which, nth: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('back up' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore backup' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('preempt' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('host' as const),
      host,
      state: fc.constantFrom('draining' as const, 'draining' as const, 'accepting' as const, 'offline' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('waver' as const), host, long: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reach' as const), host, lost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('guest off' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), who: fc.nat(1), suspended: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('budget' as const), which, lifted: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('second' as const) }) },
);
export type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

/** The simultaneous requests, and how far time then advances at each of a few looks. */
const round = fc.record({
  operations: fc.array(operation, { minLength: 8, maxLength: 8 }),
  pauses: fc.array(fc.nat(6), { minLength: 16, maxLength: 16 }),
  looksMs: fc.array(fc.constantFrom(SECOND_MS, 5 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS, HOUR_MS), { maxLength: 4 }),
});
/** Servers that exist first, and rounds of simultaneous requests. */
export const story = fc.record({
  first: fc.array(deploy, { minLength: 2, maxLength: 5 }),
  rounds: fc.array(round, { minLength: 2, maxLength: 4 }),
});
