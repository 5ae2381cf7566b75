import type { z } from 'zod';
import type { Told } from '../words/language.ts';
import type { TaxRegister } from '../operator/oversight.ts';
import type { TaxId } from '../account/profile.ts';

const taxNames = {
  GST: { en: 'GST', fr: 'TPS' },
  HST: { en: 'HST', fr: 'TVH' },
  QST: { en: 'QST', fr: 'TVQ' },
  PST: { en: 'PST', fr: 'TVP' },
  RST: { en: 'RST', fr: 'TVD' },
} as const satisfies Record<string, Told>;

function isNamed(code: string): code is keyof typeof taxNames {
  return Object.hasOwn(taxNames, code);
}

/** A tax with its rate in percent, as the API and the documents show it; by its code, where only a newer version has its name. */
export function taxLabel(code: string, rate: number): Told {
  const name = isNamed(code) ? taxNames[code] : { en: code, fr: code };
  const french = rate.toLocaleString('fr-CA', { maximumFractionDigits: 3 });
  return { en: `${name.en} ${rate}%`, fr: `${name.fr} ${french} %` };
}

/** The label of the seller's registration number on a document. */
export const taxRegisterNames = {
  GST_HST: { en: 'GST/HST', fr: 'TPS/TVH' },
  QST: { en: 'QST', fr: 'TVQ' },
  PST_BC: { en: 'PST (BC)', fr: 'TVP (C.-B.)' },
  PST_SK: { en: 'PST (SK)', fr: 'TVP (Sask.)' },
  RST_MB: { en: 'RST (MB)', fr: 'TVD (Man.)' },
} as const satisfies Record<z.infer<typeof TaxRegister>, Told>;

/** The label of a customer's tax number on a document. */
export const taxIdNames = {
  gst_hst: { en: 'GST/HST', fr: 'TPS/TVH' },
  qst: { en: 'QST', fr: 'TVQ' },
  pst: { en: 'PST', fr: 'TVP' },
  vat: { en: 'VAT', fr: 'TVA' },
  other: { en: 'Tax number', fr: 'Numéro de taxe' },
} as const satisfies Record<TaxId['kind'], Told>;
