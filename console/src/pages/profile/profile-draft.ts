import type { Profile, TaxId } from '@boreal/contract/profile.ts';
import { randomId } from '../../api/random-id.ts';

/** A profile as it is typed: text everywhere, empty for what is not given. */
export interface ProfileDraft {
  readonly name: string;
  readonly company: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly province: string;
  readonly postalCode: string;
  readonly country: string;
  readonly language: Profile['language'];
  readonly taxIds: readonly TaxIdDraft[];
}

export interface TaxIdDraft {
  /** Tells the rows apart while they are typed. */
  readonly row: string;
  readonly kind: TaxId['kind'];
  readonly number: string;
}

export const taxKinds = ['gst_hst', 'qst', 'pst', 'vat', 'other'] as const satisfies TaxId['kind'][];

export function draftOf({ name, company, address, language, taxIds }: Profile): ProfileDraft {
  return {
    name,
    company: company ?? '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    city: address.city ?? '',
    province: address.province ?? '',
    postalCode: address.postalCode ?? '',
    country: address.country,
    language,
    taxIds: taxIds.map(({ kind, number }) => ({ row: randomId(), kind, number })),
  };
}

/** What is sent. An address of which nothing is typed is none: it is left as it was. */
export function requestOf(draft: ProfileDraft): object {
  const { name, company, line1, line2, city, province, postalCode, country, language, taxIds } = draft;
  const written = [line1, line2, city, province, postalCode].some((part) => part.trim() !== '');
  const address = {
    line1,
    line2: orNull(line2),
    city,
    province: country === 'CA' ? orNull(province) : null,
    postalCode: orNull(postalCode),
    country,
  };
  return {
    name,
    company: orNull(company),
    language,
    taxIds: taxIds.map(({ kind, number }) => ({ kind, number })),
    ...(written && { address }),
  };
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text;
}
