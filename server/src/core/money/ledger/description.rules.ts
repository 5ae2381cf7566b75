import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { tellTransaction } from '@boreal/contract/billing/transaction-words.ts';

interface Described {
  readonly data: unknown;
  readonly description: string | null;
  /** Its server's current name; null if it concerns none. */
  readonly serverName: string | null;
}

/**
 * The description of a transfer, for its reader, with its server's current name: a renamed server is still the same. Transfers that predate
 * structured data are English for everybody, and keep the name they were written with.
 */
export function descriptionOf({ data, description, serverName }: Described, locale: Locale): string {
  return description ?? toldIn(locale, tellTransaction(withName(data, serverName)));
}

function withName(data: unknown, serverName: string | null): unknown {
  const named = typeof data === 'object' && data !== null && 'serverName' in data;
  return named && serverName !== null ? { ...data, serverName } : data;
}
