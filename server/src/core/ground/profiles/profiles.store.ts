import { Address, type Profile, TaxId } from '@boreal/contract/account/profile.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { z } from 'zod';
import type { Sql, Tx } from '../../../db/connect.ts';

const columns = [
  'name',
  'company',
  'addressLine1',
  'addressLine2',
  'city',
  'province',
  'postalCode',
  'country',
  'language',
  'taxIds',
] as const;

const TaxIds = z.array(TaxId);

/** An account's profile; null if there is no such account. `lock` keeps others from changing it until the transaction ends. */
export async function findProfile(db: Sql | Tx, accountId: string, options: { lock?: boolean } = {}): Promise<Profile | null> {
  const query = db.selectFrom('accounts').select(columns).where('id', '=', accountId);
  const row = await (options.lock ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) return null;
  const { name, company, city, postalCode, country } = row;
  return {
    name,
    company,
    address: Address.parse({ line1: row.addressLine1, line2: row.addressLine2, city, province: row.province, postalCode, country }),
    language: Language.parse(row.language),
    taxIds: TaxIds.parse(row.taxIds),
  };
}

export async function saveProfile(tx: Tx, accountId: string, profile: Profile): Promise<void> {
  const { name, company, address, language, taxIds } = profile;
  const { line1, line2, ...place } = address;
  await tx
    .updateTable('accounts')
    .set({ name, company, addressLine1: line1, addressLine2: line2, ...place, language, taxIds: JSON.stringify(taxIds) })
    .where('id', '=', accountId)
    .execute();
}
