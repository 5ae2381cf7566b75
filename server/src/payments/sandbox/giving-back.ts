import { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { addMs, MINUTE_MS, type Clock } from '../../kit/clock.ts';
import { randomBase62 } from '../../kit/ids.ts';
import { PaymentsError, type Dispute, type Payments, type Refund } from '../port.ts';
import type { ChargeRow } from './charges.store.ts';
import type { EventStore } from './events.store.ts';
import type { Query } from './schema.ts';
import { testCards, type CardBehaviour } from './sandbox-cards.rules.ts';

/** How long a refund that will fail appears to have succeeded. */
const FAILS_AFTER_MS = 1 * MINUTE_MS;

interface RefundRow {
  readonly ref: string;
  readonly key: string;
  readonly chargeRef: string;
  readonly amountMicros: bigint;
  readonly settlesAt: Date;
  readonly fails: boolean;
}

const REFUND_COLUMNS = 'ref, key, charge_ref as "chargeRef", amount_micros as "amountMicros", settles_at as "settlesAt", fails';

/** The key prefix of refunds made at the provider. */
const OUTSIDE = 'outside:';

/** Micro-CAD; a `maxTimesTaken` above one means that a card was charged twice for one intent. */
export interface SandboxBooks {
  readonly takenMicros: bigint;
  readonly refundedMicros: bigint;
  readonly disputedMicros: bigint;
  readonly maxTimesTaken: number;
}

type BackCalls = Pick<Payments, 'refund' | 'readRefund' | 'readDispute'>;

/** The sandbox's refunds and disputes, and its books. */
export function givingBack({ query, clock, events }: { query: Query; clock: Clock; events: EventStore }): BackCalls & {
  planDispute(charge: ChargeRow, at: Date): Promise<void>;
  dispute(chargeRef: string): Promise<string>;
  winDispute(ref: string): Promise<void>;
  loseDispute(ref: string): Promise<void>;
  returnRefund(ref: string): Promise<void>;
  refundOutside(input: { chargeRef: string; amountMicros: bigint }): Promise<string>;
  books(): Promise<SandboxBooks>;
} {
  const toRefund = (row: RefundRow | undefined): Refund => {
    if (!row) throw new PaymentsError('rejected', 'the sandbox has no such refund, or its charge cannot be refunded that much');
    const { ref, chargeRef, amountMicros } = row;
    const state = row.settlesAt > clock.now() ? 'pending' : row.fails ? 'failed' : 'succeeded';
    return { ref, state, key: row.key.startsWith(OUTSIDE) ? null : row.key, chargeRef, amountMicros };
  };
  const findRefund = async (by: 'ref' | 'key', value: string) => {
    const [row] = await query<RefundRow>(`select ${REFUND_COLUMNS} from sandbox_payments.refund where ${by} = $1`, [value]);
    return row;
  };

  async function refund({ key, chargeRef, amountMicros }: { key: string; chargeRef: string; amountMicros: bigint }): Promise<Refund> {
    const earlier = await findRefund('key', key);
    if (earlier) return toRefund(earlier);
    const [charge] = await query<{ testCard: string }>(
      `select s.test_card as "testCard" from sandbox_payments.charge c join sandbox_payments.card_setup s on s.ref = c.card_ref
         where c.ref = $1 and c.state = 'succeeded'`,
      [chargeRef],
    );
    const card: CardBehaviour | null = charge ? testCards[SandboxCard.parse(charge.testCard)] : null;
    const fails = card?.refundsFail === true;
    const [row] = await query<RefundRow>(
      `insert into sandbox_payments.refund (ref, key, charge_ref, amount_micros, settles_at, fails)
         select $1, $2, c.ref, $4::bigint, $5, $6 from sandbox_payments.charge c
         where c.ref = $3 and c.state = 'succeeded' and $4::bigint <= c.amount_micros - (
           select coalesce(sum(r.amount_micros), 0) from sandbox_payments.refund r where r.charge_ref = c.ref and not r.fails)
         on conflict (key) do update set key = excluded.key
         returning ${REFUND_COLUMNS}`,
      [`re_${randomBase62(16)}`, key, chargeRef, amountMicros, fails ? addMs(clock.now(), FAILS_AFTER_MS) : clock.now(), fails],
    );
    const made = toRefund(row);
    await events.add({ about: 'refund', ref: made.ref, at: row?.settlesAt ?? clock.now(), deliveries: card?.deliveries ?? 1 });
    return made;
  }

  return {
    refund,
    async refundOutside({ chargeRef, amountMicros }) {
      const { ref } = await refund({ key: `${OUTSIDE}${randomBase62(16)}`, chargeRef, amountMicros });
      await events.add({ about: 'refund', ref, at: clock.now(), deliveries: 1 });
      return ref;
    },
    readRefund: async (ref) => toRefund(await findRefund('ref', ref)),

    async planDispute(charge, at) {
      const ref = `dp_${randomBase62(16)}`;
      const planned = await query(
        `insert into sandbox_payments.dispute (ref, charge_ref, amount_micros, begins_at) values ($1, $2, $3, $4)
         on conflict (charge_ref) do nothing returning ref`,
        [ref, charge.ref, charge.amountMicros, at],
      );
      if (planned.length > 0) await events.add({ about: 'dispute', ref, at, deliveries: 1 });
    },
    async readDispute(ref) {
      const [row] = await query<Omit<Dispute, 'withdrawn'> & { beginsAt: Date; won: boolean }>(
        `select ref, charge_ref as "chargeRef", amount_micros as "amountMicros", begins_at as "beginsAt", won
         from sandbox_payments.dispute where ref = $1`,
        [ref],
      );
      if (!row) throw new PaymentsError('rejected', 'the sandbox has no such dispute');
      const { chargeRef, amountMicros } = row;
      return { ref, chargeRef, amountMicros, withdrawn: row.beginsAt <= clock.now() && !row.won };
    },
    async dispute(chargeRef) {
      const ref = `dp_${randomBase62(16)}`;
      await query(
        `insert into sandbox_payments.dispute (ref, charge_ref, amount_micros, begins_at)
         select $1, c.ref, c.amount_micros, $3 from sandbox_payments.charge c where c.ref = $2`,
        [ref, chargeRef, clock.now()],
      );
      await events.add({ about: 'dispute', ref, at: clock.now(), deliveries: 1 });
      return ref;
    },
    async loseDispute(ref) {
      await query(`update sandbox_payments.dispute set won = false where ref = $1`, [ref]);
      await events.add({ about: 'dispute', ref, at: clock.now(), deliveries: 1 });
    },
    async returnRefund(ref) {
      await query(`update sandbox_payments.refund set fails = true, settles_at = $2 where ref = $1`, [ref, clock.now()]);
      await events.add({ about: 'refund', ref, at: clock.now(), deliveries: 1 });
    },
    async winDispute(ref) {
      await query(`update sandbox_payments.dispute set won = true where ref = $1`, [ref]);
      await events.add({ about: 'dispute', ref, at: clock.now(), deliveries: 1 });
    },

    async books() {
      const [row] = await query<SandboxBooks>(
        `select
           coalesce((select sum(amount_micros) from sandbox_payments.charge where state = 'succeeded'), 0)::bigint as "takenMicros",
           coalesce((select sum(amount_micros) from sandbox_payments.refund where not (fails and settles_at <= $1)), 0)::bigint as "refundedMicros",
           coalesce((select sum(amount_micros) from sandbox_payments.dispute where begins_at <= $1 and not won), 0)::bigint as "disputedMicros",
           coalesce((select max(times_taken) from sandbox_payments.charge), 0) as "maxTimesTaken"`,
        [clock.now()],
      );
      return row ?? { takenMicros: 0n, refundedMicros: 0n, disputedMicros: 0n, maxTimesTaken: 0 };
    },
  };
}
