import type { Locale } from '@boreal/contract/language.ts';
import { tellTransaction } from '@boreal/contract/transaction-words.ts';

/** What a transfer is described as to its reader. One of before transfers were data is English for everybody. */
export function descriptionOf({ data, description }: { data: unknown; description: string | null }, locale: Locale): string {
  return description ?? tellTransaction(data)[locale];
}
