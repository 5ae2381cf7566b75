import type { ChargeState } from '../port.ts';
import { DeclineReason } from '@boreal/contract/billing/payments.ts';
import type { Query } from './schema.ts';

/** A charge as the sandbox stores it. */
export interface ChargeRow {
  readonly ref: string;
  readonly cardRef: string;
  readonly testCard: string;
  readonly amountMicros: bigint;
  readonly state: ChargeState['is'];
  readonly reason: string | null;
}

export type ChargeStore = ReturnType<typeof chargeStore>;

const COLUMNS = `c.ref, c.card_ref as "cardRef", s.test_card as "testCard", c.amount_micros as "amountMicros", c.state, c.reason`;

export function chargeStore(query: Query) {
  return {
    async open(row: { ref: string; key: string; customerRef: string; cardRef: string; amountMicros: bigint }): Promise<string> {
      const [kept] = await query<{ ref: string }>(
        `insert into sandbox_payments.charge (ref, key, customer_ref, card_ref, amount_micros, state)
         select $1, $2, $3, $4, $5, 'open' from sandbox_payments.card_setup
         where ref = $4 and customer_ref = $3 and test_card is not null and not removed
         on conflict (key) do update set key = excluded.key returning ref`,
        [row.ref, row.key, row.customerRef, row.cardRef, row.amountMicros],
      );
      return kept?.ref ?? '';
    },

    /** Gives a charge its late outcome once it is due. */
    async settle(ref: string, now: Date): Promise<void> {
      await query(
        `update sandbox_payments.charge set state = settles_to, settles_at = null,
           times_taken = times_taken + (settles_to = 'succeeded')::integer
         where ref = $1 and state = 'processing' and settles_at <= $2`,
        [ref, now],
      );
    },

    async find(ref: string): Promise<ChargeRow | null> {
      const [row] = await query<ChargeRow>(
        `select ${COLUMNS} from sandbox_payments.charge c join sandbox_payments.card_setup s on s.ref = c.card_ref where c.ref = $1`,
        [ref],
      );
      return row ?? null;
    },

    /** Moves a charge from one of these states, once. False if it was in none of them. */
    async move(ref: string, from: readonly ChargeState['is'][], to: ChargeState['is'], reason: string | null): Promise<boolean> {
      const moved = await query(
        `update sandbox_payments.charge set state = $3, reason = $4, times_taken = times_taken + ($3 = 'succeeded')::integer
         where ref = $1 and state = any($2) returning ref`,
        [ref, from, to, reason],
      );
      return moved.length > 0;
    },

    async process(ref: string, late: { at: Date; to: ChargeState['is']; reason: string | null }): Promise<boolean> {
      const moved = await query(
        `update sandbox_payments.charge set state = 'processing', settles_at = $2, settles_to = $3, reason = $4
         where ref = $1 and state = 'open' returning ref`,
        [ref, late.at, late.to, late.reason],
      );
      return moved.length > 0;
    },
  };
}

/** A row's state in the port's terms. */
export function stateOf(row: ChargeRow): ChargeState {
  switch (row.state) {
    case 'needs customer':
      return { is: 'needs customer', clientSecret: `${row.ref}_secret` };
    case 'declined':
      return { is: 'declined', reason: DeclineReason.parse(row.reason) };
    default:
      return { is: row.state };
  }
}
