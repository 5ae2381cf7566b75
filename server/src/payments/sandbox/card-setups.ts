import { SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { Clock } from '../../kit/clock.ts';
import { randomBase62 } from '../../kit/ids.ts';
import { PaymentsError, type CardSetup, type Payments } from '../port.ts';
import type { EventStore } from './events.store.ts';
import type { Query } from './schema.ts';
import { TEST_CARD_EXPIRY, testCards } from './sandbox-cards.rules.ts';

interface SetupRow {
  readonly ref: string;
  readonly testCard: string | null;
}

type CardCalls = Pick<Payments, 'beginCardSetup' | 'readCardSetup' | 'removeCard'>;

/** The sandbox's saved cards. A setup and the card that it saves share one reference. */
export function cardSetups(parts: { query: Query; clock: Clock; events: EventStore }): CardCalls & {
  enterCard(setupRef: string, card: SandboxCard): Promise<void>;
} {
  const { query, clock, events } = parts;
  return {
    async beginCardSetup({ key, customerRef }) {
      const [row] = await query<SetupRow>(
        `insert into sandbox_payments.card_setup (ref, key, customer_ref) values ($1, $2, $3)
         on conflict (key) do update set key = excluded.key returning ref, test_card as "testCard"`,
        [`card_${randomBase62(16)}`, key, customerRef],
      );
      return toSetup(row);
    },
    async readCardSetup(setupRef) {
      const [row] = await query<SetupRow>(`select ref, test_card as "testCard" from sandbox_payments.card_setup where ref = $1`, [
        setupRef,
      ]);
      return toSetup(row);
    },
    async removeCard(cardRef) {
      await query(`update sandbox_payments.card_setup set removed = true where ref = $1`, [cardRef]);
    },
    async enterCard(setupRef, card) {
      const entered = await query(
        `update sandbox_payments.card_setup set test_card = $2 where ref = $1 and test_card is null returning ref`,
        [setupRef, card],
      );
      if (entered.length > 0) await events.add({ about: 'card setup', ref: setupRef, at: clock.now(), deliveries: 1 });
    },
  };
}

function toSetup(row: SetupRow | undefined): CardSetup {
  if (!row) throw new PaymentsError('rejected', 'the sandbox has no such card setup');
  if (row.testCard === null) return { ref: row.ref, state: { is: 'open', clientSecret: `${row.ref}_secret` } };
  const { brand, last4 } = testCards[SandboxCard.parse(row.testCard)];
  return { ref: row.ref, state: { is: 'saved', card: { ref: row.ref, brand, last4, ...TEST_CARD_EXPIRY } } };
}
