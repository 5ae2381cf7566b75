import { Province, type Address, type Profile, type TaxId } from '@boreal/contract/account/profile.ts';
import { randomId } from '../../api/random-id.ts';

/** A profile as typed: text everywhere, empty for what is not given. */
export interface ProfileDraft {
  readonly name: string;
  readonly company: string;
  readonly address: Readonly<Record<keyof Address, string>>;
  readonly language: Profile['language'];
  readonly taxIds: TaxIdDraft[];
}

export interface TaxIdDraft {
  /** Distinguishes the rows while they are typed. */
  readonly row: string;
  readonly kind: TaxId['kind'];
  readonly number: string;
}

export const taxKinds = ['gst_hst', 'qst', 'pst', 'vat', 'other'] as const satisfies TaxId['kind'][];

export function draftOf({ name, company, address, language, taxIds }: Profile): ProfileDraft {
  return {
    name,
    company: company ?? '',
    address: {
      line1: address.line1 ?? '',
      line2: address.line2 ?? '',
      city: address.city ?? '',
      province: address.province ?? '',
      postalCode: address.postalCode ?? '',
      country: address.country,
    },
    language,
    taxIds: taxIds.map(({ kind, number }) => ({ row: randomId(), kind, number })),
  };
}

/** Where nothing is typed yet. */
export const emptyAddress: ProfileDraft['address'] = { line1: '', line2: '', city: '', province: '', postalCode: '', country: 'CA' };

/** An address as the request has it. */
export function addressOf({ line1, line2, city, province, postalCode, country }: ProfileDraft['address']) {
  return {
    line1,
    line2: orNull(line2),
    city,
    province: country === 'CA' ? (Province.options.find((one) => one === province) ?? null) : null,
    postalCode: orNull(postalCode),
    country,
  };
}

/** The request. An address with nothing typed is none: it stays unchanged. */
export function requestOf({ name, company, address, language, taxIds }: ProfileDraft) {
  const { line1, line2, city, province, postalCode } = address;
  const written = [line1, line2, city, province, postalCode].some((part) => part.trim() !== '');
  return {
    name,
    company: orNull(company),
    language,
    taxIds: taxIds.map(({ kind, number }) => ({ kind, number })),
    ...(written && { address: addressOf(address) }),
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
