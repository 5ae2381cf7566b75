import { taxRegisterNames } from '@boreal/contract/billing/tax-names.ts';
import type { InvoiceContent, InvoiceTax } from '@boreal/contract/billing/invoices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { Tx } from '../../../db/connect.ts';
import { readProfile } from '../../ground/profiles/read-profile.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import { registrationsOn, type RegistrationRow } from '../../money/tax/registrations.store.ts';
import { requireKnownTaxes, toTaxLine, type TaxPart } from '../../money/tax/tax.rules.ts';
import { readCompany } from './company.store.ts';

/** Seller and buyer, as a document issued now shows them, and its language. */
export interface Parties {
  readonly seller: InvoiceContent['seller'];
  readonly buyer: InvoiceContent['buyer'];
  readonly language: Language;
  readonly taxLines: (parts: readonly TaxPart[]) => InvoiceTax[];
}

/**
 * `taxedAt`: when the document's taxes were determined. The seller's tax numbers are those of that day, so that a credit note has the same
 * ones as the document it corrects.
 */
export async function readParties(tx: Tx, { accountId, taxedAt }: { accountId: string; taxedAt: Date }): Promise<Parties> {
  const company = await readCompany(tx);
  const profile = await readProfile(tx, accountId);
  const registrations = await registrationsOn(tx, dateOf(taxedAt));
  return {
    seller: {
      name: company.name,
      address: {
        line1: company.addressLine1,
        line2: company.addressLine2,
        city: company.city,
        province: company.province,
        postalCode: company.postalCode,
        country: company.country,
      },
      email: company.email,
      website: company.website,
      registrations: registrations.map(({ tax, number }) => ({ label: taxRegisterNames[tax], number })),
    },
    buyer: { accountId, name: profile.name, company: profile.company, address: profile.address, taxIds: profile.taxIds },
    language: profile.language,
    taxLines: (parts) => {
      requireKnownTaxes(parts);
      return parts.map((part) => ({ ...toTaxLine(part), registration: numberOf(registrations, part) }));
    },
  };
}

function numberOf(registrations: readonly RegistrationRow[], { register }: TaxPart): string | null {
  return registrations.find((row) => row.tax === register)?.number ?? null;
}
