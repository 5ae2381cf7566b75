import { TRANSACTIONS_FILE, TRANSACTIONS_JSON } from '@boreal/contract/api/console-files.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { consoleAddress } from './call.ts';

/** The browser's addresses for the transactions as files, filtered as on the page. */
export const transactionsFiles = (accountId: string, query: Readonly<Record<string, string | undefined>> & { language: Language }) => ({
  csv: consoleAddress(TRANSACTIONS_FILE, { params: { accountId }, query }),
  json: consoleAddress(TRANSACTIONS_JSON, { params: { accountId }, query }),
});
