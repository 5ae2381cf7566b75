import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Company } from '../../../db/rows.gen.ts';

export type CompanyRow = Omit<Selectable<Company>, 'id' | 'updatedAt'>;

/** The seller shown on documents until the operator enters one. */
const unnamed: CompanyRow = {
  name: 'Boreal',
  addressLine1: null,
  addressLine2: null,
  city: null,
  province: null,
  postalCode: null,
  country: 'CA',
  email: null,
  website: null,
};

export async function readCompany(db: Sql | Tx): Promise<CompanyRow> {
  return (await findCompany(db)) ?? unnamed;
}

/** Null until somebody has entered the seller. */
export function findCompany(db: Sql | Tx): Promise<CompanyRow | null> {
  return firstOrNull(db.selectFrom('company').selectAll().where('id', '=', 'company'));
}

/**
 * Writes the given fields of the seller; the others stay, including any written at the same moment by somebody else. Returns all of them.
 */
export async function saveCompany(tx: Tx, given: Partial<CompanyRow>, now: Date): Promise<CompanyRow> {
  const change = { ...given, updatedAt: now };
  const {
    id: _id,
    updatedAt: _updatedAt,
    ...company
  } = await tx
    .insertInto('company')
    .values({ id: 'company', ...unnamed, ...change })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
  return company;
}
