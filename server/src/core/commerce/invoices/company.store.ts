import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Company } from '../../../db/rows.gen.ts';

export type CompanyRow = Omit<Selectable<Company>, 'id' | 'updatedAt'>;

/** The seller on documents until the operator has entered one. */
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

export async function saveCompany(tx: Tx, company: CompanyRow, now: Date): Promise<void> {
  const { name, addressLine1, addressLine2, city, province, postalCode, country, email, website } = company;
  const row = { name, addressLine1, addressLine2, city, province, postalCode, country, email, website, updatedAt: now };
  await tx
    .insertInto('company')
    .values({ id: 'company', ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
