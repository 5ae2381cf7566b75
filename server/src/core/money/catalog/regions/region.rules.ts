import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest } from '../../../../kit/errors.ts';

/** Where a region is. */
export interface Place {
  /** The name that people read: `Montréal, Québec`. */
  readonly name: string;
  /** ISO 3166: `CA`. */
  readonly country: string;
  /** The province or state; empty if a country has none. */
  readonly province: string;
  /** IANA: `America/Toronto`. */
  readonly timezone: string;
  /** Whether servers get an IPv6 address there. */
  readonly ipv6: boolean;
}

/** @throws INVALID_REQUEST a country or time zone that does not exist */
export function requirePlace({ country, timezone }: Pick<Place, 'country' | 'timezone'>): void {
  if (!isCountry(country)) throw invalidRequest('country', catalogSentences.noSuchCountry);
  if (!isTimezone(timezone)) throw invalidRequest('timezone', catalogSentences.noSuchTimezone);
}

function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(code) !== undefined;
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' && /^[A-Z]/.test(name);
  } catch {
    return false;
  }
}
