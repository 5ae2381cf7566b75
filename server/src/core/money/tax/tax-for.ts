import { moneySentences } from '@boreal/contract/request-sentences/money.sentences.ts';
import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { readProfile } from '../../ground/profiles/read-profile.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import { registrationsOn } from './registrations.store.ts';
import { sumTaxes, taxesOn, type TaxPart } from './tax.rules.ts';

/** An amount before tax, its taxes, and what a card is charged for it. */
export interface Taxed {
  readonly netMicros: Micros;
  readonly taxes: readonly TaxPart[];
  readonly taxMicros: Micros;
  readonly totalMicros: Micros;
}

/**
 * Computes the taxes on an amount as of now, in the place given by the account's profile.
 * @throws INVALID_REQUEST the profile does not name the province yet: without it nothing can be charged
 */
export async function taxFor(db: Sql | Tx, input: { accountId: string; netMicros: Micros; at: Date }): Promise<Taxed> {
  const { address } = await readProfile(db, input.accountId);
  if (address.country === 'CA' && address.province === null) {
    throw invalidRequest('address', moneySentences.addressNeeded);
  }
  const date = dateOf(input.at);
  const registers = new Set((await registrationsOn(db, date)).map((row) => row.tax));
  const taxes = taxesOn(input.netMicros, { place: address, date, registered: (register) => registers.has(register) });
  const taxMicros = sumTaxes(taxes);
  return { netMicros: input.netMicros, taxes, taxMicros, totalMicros: input.netMicros + taxMicros };
}
