import type { RefundsShown } from '@boreal/contract/servers/at-stake.ts';

/** Whether deleting a server now refunds at least what its owner was shown. */
export function keepsPromise(shown: RefundsShown, now: RefundsShown): boolean {
  const [promised, due] = [refundOf(shown), refundOf(now)];
  return promised.of === null || (promised.of === due.of && promised.paid <= due.paid);
}

/** What a dialog says is refunded; in CAD if it names an amount. */
function refundOf({ everActive, hour, terms }: RefundsShown): {
  of: 'hour' | 'rest of hour' | 'all terms' | 'next term' | null;
  paid: number;
} {
  if (terms === null) return { of: hour === 'refunded' ? 'hour' : hour === 'rest_refunded' ? 'rest of hour' : null, paid: 0 };
  switch (terms.status) {
    case 'pending':
      return { of: 'all terms', paid: 0 };
    case 'active':
      if (!everActive) return { of: 'all terms', paid: 0 };
      return { of: terms.next === null ? null : 'next term', paid: terms.next?.paid ?? 0 };
    case 'ended':
    case 'failed':
      return { of: null, paid: 0 };
  }
}
