import assert from 'node:assert/strict';
import { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import type { Province } from '@boreal/contract/account/profile.ts';
import { updateProfile } from '../ground/profiles/update-profile.ts';
import type { Cloud, Customer } from './cloud.ts';
import { addCard } from '../commerce/cards/add-card.ts';
import { enterTestCard } from '../commerce/cards/enter-test-card.ts';
import { verifyLedger } from '../money/verification/verify-ledger.ts';
import { sumRevenueGroups } from '../commerce/oversight/revenue-groups.store.ts';
import { sumRevenue } from '../commerce/oversight/revenue.store.ts';

/** A postal code of each province. */
const codes = {
  AB: 'T2G 2M3',
  BC: 'V6B 1A1',
  MB: 'R3C 0A5',
  NB: 'E1C 1A1',
  NL: 'A1C 1A1',
  NS: 'B3H 1A1',
  NT: 'X1A 1A1',
  NU: 'X0A 0H0',
  ON: 'M5H 2N2',
  PE: 'C1A 1A1',
  QC: 'H3B 1A5',
  SK: 'S4P 3Y2',
  YT: 'Y1A 1A1',
} as const satisfies Record<Province, string>;

/** Moves an account to a province, or out of the country. */
export async function moveTo(customer: Customer, place: Province | 'abroad'): Promise<void> {
  const street = { line1: '1 Main Street', line2: null, city: 'Town' };
  await updateProfile(customer.ctx, {
    address:
      place === 'abroad'
        ? { ...street, province: null, postalCode: '10115', country: 'DE' }
        : { ...street, province: place, postalCode: codes[place], country: 'CA' },
  });
}

/** Saves one of the sandbox's cards for a customer. Returns its id. */
export async function giveCard(cloud: Cloud, customer: Customer, card: SandboxCard = 'visa'): Promise<string> {
  const { cardId } = await addCard(customer.ctx, cloud.payments);
  assert.ok(await enterTestCard(customer.ctx, cloud.payments, { cardId, card }));
  return cardId;
}

/** A customer in a province with a card. */
export async function payingCustomer(
  cloud: Cloud,
  options: { cad?: string; place?: Province | 'abroad'; card?: SandboxCard } = {},
): Promise<Customer & { readonly cardId: string }> {
  const customer = await cloud.customer(options.cad ?? '0');
  await moveTo(customer, options.place ?? 'QC');
  return { ...customer, cardId: await giveCard(cloud, customer, options.card) };
}

/** Every check of the ledger holds, and the cash account equals the provider's own books. */
export async function assertBooks(cloud: Cloud): Promise<void> {
  const broken = (await verifyLedger(cloud.db.sql)).filter((check) => check.broken.length > 0);
  assert.deepEqual(broken, []);
  const books = await cloud.payments.books();
  assert.ok(books.maxTimesTaken <= 1, 'a card was charged twice for one intent');
  assert.equal(await cardCash(cloud), books.takenMicros - books.refundedMicros - books.disputedMicros);
  await assertExports(cloud);
}

/** The exports by customer and by model add up to the page's sums, and every movement belongs to a customer. */
async function assertExports({ db }: Cloud): Promise<void> {
  const days = await sumRevenue(db.sql, { by: 'month', from: '2000-01-01', before: '2100-01-01' });
  for (const by of RevenueFileBy.options) {
    const rows = await sumRevenueGroups(db.sql, { by, start: new Date('2000-01-01T05:00:00Z'), end: new Date('2100-01-01T05:00:00Z') });
    for (const column of ['usageMicros', 'orderMicros', 'refundMicros', 'lossMicros', 'earnedMicros', 'receivedMicros'] as const) {
      if (by === 'model' && column === 'receivedMicros') continue;
      const sum = (of: readonly Record<typeof column, bigint>[]) => of.reduce((total, row) => total + row[column], 0n);
      assert.equal(sum(rows), sum(days), `${column} by ${by}`);
    }
    if (by === 'customer')
      assert.ok(
        rows.every(({ id, name }) => id !== null && name !== null),
        'a movement is no customer’s',
      );
  }
}

/** What cards paid less refunds, micro-CAD, from the transfers. */
export async function cardCash(cloud: Cloud): Promise<bigint> {
  const rows = await cloud.db.sql.selectFrom('transfers').select(['debitAccountId', 'creditAccountId', 'amountMicros', 'key']).execute();
  return rows
    .filter(({ key }) => key.startsWith('payment:') || key.startsWith('card-refund:'))
    .reduce((sum, row) => {
      if (row.debitAccountId === 'cash') return sum + row.amountMicros;
      return row.creditAccountId === 'cash' ? sum - row.amountMicros : sum;
    }, 0n);
}
