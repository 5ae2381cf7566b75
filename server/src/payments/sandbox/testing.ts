import { testDatabase } from '../../db/testing.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/clock.ts';
import { handClock } from '../../kit/hand-clock.ts';
import type { PaymentsKit } from '../conformance.ts';
import type { ProviderEvent } from '../port.ts';
import { createSandboxPayments } from './sandbox-payments.ts';
import type { Query } from './schema.ts';

/** A sandbox with its own database and clock. */
export async function openSandboxKit(): Promise<PaymentsKit> {
  const db = await testDatabase();
  const clock = handClock(new Date('2026-12-01T15:00:00Z'));
  const query: Query = async <R>(sql: string, params: readonly unknown[] = []) => {
    const result = await db.pool.query(sql, [...params]);
    const rows: readonly R[] = result.rows;
    return rows;
  };
  const payments = createSandboxPayments({ query, clock });
  await payments.prepare();
  return {
    payments,
    enterCard: (setupRef, card) => payments.sandbox.enterCard(setupRef, card),
    authenticate: (chargeRef, proven) => payments.sandbox.authenticate(chargeRef, proven),
    settleLate: async () => clock.advance(3 * MINUTE_MS),
    async raiseDispute(chargeRef) {
      clock.advance(DAY_MS);
      const [row] = await query<{ ref: string }>('select ref from sandbox_payments.dispute where charge_ref = $1', [chargeRef]);
      return row?.ref ?? '';
    },
    winDispute: (ref) => payments.winDispute(ref),
    refundOutside: async (chargeRef, amountMicros) => void (await payments.refundOutside({ chargeRef, amountMicros })),
    async timesTaken(chargeRef) {
      const [row] = await query<{ times: number }>('select times_taken as times from sandbox_payments.charge where ref = $1', [chargeRef]);
      return row?.times ?? -1;
    },
    async events() {
      const news: ProviderEvent[] = [];
      await payments.sendEvents(async (event) => void news.push(event));
      return news;
    },
    close: () => db.close(),
  };
}
