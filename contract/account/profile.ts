import { z } from 'zod';
import { Language } from '../words/language.ts';
import { schemaSentences } from '../values/schema-sentences.ts';
import { lineText, NameText } from '../values/written-text.ts';
import { isVisible } from '../values/visible-text.ts';

/** Canadian provinces and territories, each with the first letters of its postal codes. */
export const postalLetters = {
  AB: 'T',
  BC: 'V',
  MB: 'R',
  NB: 'E',
  NL: 'A',
  NS: 'B',
  NT: 'X',
  NU: 'X',
  ON: 'KLMNP',
  PE: 'C',
  QC: 'GHJ',
  SK: 'S',
  YT: 'Y',
} as const;

const provinces = [
  'AB',
  'BC',
  'MB',
  'NB',
  'NL',
  'NS',
  'NT',
  'NU',
  'ON',
  'PE',
  'QC',
  'SK',
  'YT',
] as const satisfies (keyof typeof postalLetters)[];

/** A Canadian province or territory, which taxes depend on. */
export const Province = z.enum(provinces);
export type Province = z.infer<typeof Province>;

/** A two-letter ISO 3166 country code. */
export const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, schemaSentences.country.en);

const CANADIAN_CODE = /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] \d[ABCEGHJ-NPRSTV-Z]\d$/;
/** Federal government offices on both sides of the Ottawa River have Ottawa's postal codes. */
const FEDERAL = 'K1A';

/** An account's billing address. Every field is null until the owner enters it. */
export const Address = z
  .object({
    line1: z.string().nullable().meta({ example: '355 rue Sainte-Catherine Ouest' }),
    line2: z.string().nullable().meta({ example: 'Bureau 600' }),
    city: z.string().nullable().meta({ example: 'Montréal' }),
    province: Province.nullable().meta({ description: 'Canadian province or territory; null outside Canada', example: 'QC' }),
    postalCode: z.string().nullable().meta({ example: 'H3B 1A5' }),
    country: z.string().meta({ description: 'ISO 3166, two letters', example: 'CA' }),
  })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof Address>;

const TaxIdKind = z.enum(['gst_hst', 'qst', 'pst', 'vat', 'other']);

/** A customer's registration number for a tax. */
export const TaxId = z.object({ kind: TaxIdKind, number: z.string().meta({ example: '123456789RT0001' }) }).meta({ id: 'TaxId' });
export type TaxId = z.infer<typeof TaxId>;

/** The same number as typed: with spaces, dashes or lowercase letters. Never used to parse answers. */
const TaxIdRequest = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('gst_hst'),
      number: z
        .string()
        .trim()
        .toUpperCase()
        .transform((text) => text.replaceAll(/[ -]/g, ''))
        .pipe(z.string().regex(/^\d{9}RT\d{4}$/, schemaSentences.gstNumber.en)),
    }),
    z.strictObject({
      kind: z.literal('qst'),
      number: z
        .string()
        .trim()
        .toUpperCase()
        .transform((text) => text.replaceAll(/[ -]/g, ''))
        .pipe(z.string().regex(/^\d{10}TQ\d{4}$/, schemaSentences.qstNumber.en)),
    }),
    z.strictObject({ kind: z.enum(['pst', 'vat', 'other']), number: lineText(schemaSentences.taxNumber, 30) }),
  ])
  .meta({ id: 'TaxIdRequest' });

/** The most tax numbers that an account can have. */
export const TAX_IDS_MAX = 5;

/** An account's details: used on its invoices, and for the language of its mail. */
export const Profile = z
  .object({
    name: z.string().meta({ example: 'Aurore' }),
    company: z.string().nullable().meta({ example: 'Calcul Boréal inc.' }),
    address: Address,
    language: Language,
    taxIds: z.array(TaxId),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

const AddressRequest = z
  .strictObject({
    line1: lineText(schemaSentences.street),
    line2: NameText.nullable().default(null),
    city: lineText(schemaSentences.city),
    province: Province.nullable().default(null),
    postalCode: z.string().trim().toUpperCase().max(12).refine(isVisible, schemaSentences.unseenCharacters.en).nullable().default(null),
    country: Country.default('CA'),
  })
  .transform((address) => (address.country === 'CA' ? { ...address, postalCode: spaced(address.postalCode) } : address))
  .superRefine(({ country, province, postalCode }, context) => {
    const refuse = (path: 'province' | 'postalCode', message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (country !== 'CA') {
      if (province !== null) refuse('province', schemaSentences.provinceAbroad.en);
      return;
    }
    if (province === null) return refuse('province', schemaSentences.provinceMissing.en);
    if (postalCode === null || !CANADIAN_CODE.test(postalCode)) return refuse('postalCode', schemaSentences.postalCode.en);
    if (!postalLetters[province].includes(postalCode.charAt(0)) && !postalCode.startsWith(FEDERAL)) {
      refuse('postalCode', schemaSentences.postalCodeElsewhere.en);
    }
  });

/** Changes to a profile; omitted fields keep their values. An address is replaced as a whole. */
export const UpdateProfileRequest = z
  .strictObject({
    name: NameText.optional(),
    company: NameText.nullable().optional(),
    address: AddressRequest.optional(),
    language: Language.optional(),
    taxIds: z.array(TaxIdRequest).max(TAX_IDS_MAX).optional(),
  })
  .meta({ id: 'UpdateProfileRequest' });
export type UpdateProfileRequest = z.infer<typeof UpdateProfileRequest>;

/** `h3b1a5` as printed on an envelope: `H3B 1A5`. */
function spaced(postalCode: string | null): string | null {
  const plain = postalCode?.replaceAll(/[ -]/g, '') ?? null;
  return plain?.length === 6 ? `${plain.slice(0, 3)} ${plain.slice(3)}` : postalCode;
}
