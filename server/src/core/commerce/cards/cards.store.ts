import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Cards } from '../../../db/rows.gen.ts';

export type CardRow = Selectable<Cards>;

/** What identifies a card. */
export interface CardFace {
  readonly brand: string;
  readonly last4: string;
}

export async function insertCard(tx: Tx, row: CardRow): Promise<void> {
  await tx.insertInto('cards').values(row).execute();
}

export function findCard(db: Sql | Tx, id: string): Promise<CardRow | null> {
  return firstOrNull(db.selectFrom('cards').selectAll().where('id', '=', id));
}

export async function requireCard(db: Sql | Tx, id: string): Promise<CardRow> {
  return db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The account's active card with this id, or its default one; null if there is none. */
export function findCardToCharge(
  db: Sql | Tx,
  { accountId, cardId }: { accountId: string; cardId?: string | undefined },
): Promise<CardRow | null> {
  const active = db.selectFrom('cards').selectAll().where('accountId', '=', accountId).where('status', '=', 'active');
  const query = cardId === undefined ? active.where('isDefault', '=', true) : active.where('id', '=', cardId);
  return firstOrNull(query);
}

/** The account's cards that can be charged, oldest first. */
export async function listActiveCards(db: Sql | Tx, accountId: string): Promise<readonly CardRow[]> {
  return db.selectFrom('cards').selectAll().where('accountId', '=', accountId).where('status', '=', 'active').orderBy('id').execute();
}

export function findCardBySetup(db: Sql | Tx, input: { provider: CardRow['provider']; setupRef: string }): Promise<CardRow | null> {
  return firstOrNull(db.selectFrom('cards').selectAll().where('provider', '=', input.provider).where('setupRef', '=', input.setupRef));
}

export async function changeCard(tx: Tx | Sql, id: string, change: Partial<Omit<CardRow, 'id' | 'accountId'>>): Promise<void> {
  await tx.updateTable('cards').set(change).where('id', '=', id).execute();
}

/** Makes a card the account's default; null: no card is. The account is locked. */
export async function moveDefault(tx: Tx, input: { accountId: string; cardId: string | null; at: Date }): Promise<void> {
  const { accountId, cardId, at } = input;
  await tx
    .updateTable('cards')
    .set({ isDefault: false, updatedAt: at })
    .where('accountId', '=', accountId)
    .where('isDefault', '=', true)
    .execute();
  if (cardId !== null) await changeCard(tx, cardId, { isDefault: true, updatedAt: at });
}

/** Cards about which this provider has yet to be asked or told something. */
export async function listDueCards(
  db: Sql,
  input: { provider: CardRow['provider']; now: Date; limit: number },
): Promise<readonly CardRow[]> {
  const due = db.selectFrom('cards').selectAll().where('provider', '=', input.provider).where('checkAt', '<=', input.now);
  return due.orderBy('checkAt').limit(input.limit).execute();
}

export async function readCardFaces(db: Sql | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, CardFace>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('cards')
    .select(['id', 'brand', 'last4'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, brand, last4 }) => [id, { brand: brand ?? 'unknown', last4: last4 ?? '' }]));
}

export async function readCardFace(db: Sql | Tx, id: string): Promise<CardFace> {
  return (await readCardFaces(db, [id])).get(id) ?? { brand: 'unknown', last4: '' };
}

export async function findCustomerRef(db: Sql | Tx, input: { accountId: string; provider: CardRow['provider'] }): Promise<string | null> {
  const row = await db
    .selectFrom('paymentCustomers')
    .select('ref')
    .where('accountId', '=', input.accountId)
    .where('provider', '=', input.provider)
    .executeTakeFirst();
  return row?.ref ?? null;
}

/** Stores an account's reference at a provider; keeps an existing one. */
export async function saveCustomerRef(
  db: Sql,
  row: { accountId: string; provider: CardRow['provider']; ref: string; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('paymentCustomers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'provider']).doNothing())
    .execute();
}

/** Replaces a reference; false if the account has another by now. */
export async function changeCustomerRef(
  tx: Tx,
  of: { accountId: string; provider: CardRow['provider']; former: string; ref: string; at: Date },
): Promise<boolean> {
  const changed = await tx
    .updateTable('paymentCustomers')
    .set({ ref: of.ref, createdAt: of.at })
    .where('accountId', '=', of.accountId)
    .where('provider', '=', of.provider)
    .where('ref', '=', of.former)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Marks the cards that somebody is entering at a provider as failed, except those the provider has yet to hear of. */
export async function failBegunCards(tx: Tx, of: { accountId: string; provider: CardRow['provider']; at: Date }): Promise<void> {
  await tx
    .updateTable('cards')
    .set({ status: 'failed', checkAt: null, updatedAt: of.at })
    .where('accountId', '=', of.accountId)
    .where('provider', '=', of.provider)
    .where('status', '=', 'pending')
    .where('setupRef', 'is not', null)
    .execute();
}

/** Whether a charge of the card is in progress. */
export async function isCharging(db: Sql, card: Pick<CardRow, 'id' | 'accountId'>): Promise<boolean> {
  const charge = db
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', card.accountId)
    .where('cardId', '=', card.id)
    .where('settledAt', 'is', null);
  return (await charge.executeTakeFirst()) !== undefined;
}
