import { toldIn } from '@boreal/contract/french-spacing.ts';
import type { Locale } from '@boreal/contract/language.ts';
import { tellTransaction } from '@boreal/contract/transaction-words.ts';

/** The description of a transfer, for its reader. Transfers from before they were data are English for everybody. */
export function descriptionOf({ data, description }: { data: unknown; description: string | null }, locale: Locale): string {
  return description ?? toldIn(locale, tellTransaction(data));
}
