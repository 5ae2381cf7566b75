import { SERVER_USAGE_CSV, SERVER_USAGE_JSON } from '@boreal/contract/api/console-files.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { consoleAddress } from './call.ts';
import { inServer, type ServerRef } from './servers.ts';

/** The browser's addresses for all that a server was charged, as files. */
export const usageFiles = (ref: ServerRef, language: Language) => ({
  csv: consoleAddress(SERVER_USAGE_CSV, { params: inServer(ref), query: { language } }),
  json: consoleAddress(SERVER_USAGE_JSON, { params: inServer(ref), query: { language } }),
});
