import { COSTS_CSV, COSTS_JSON } from '@boreal/contract/api/console-files.ts';
import type { CostsBy } from '@boreal/contract/billing/costs.ts';
import * as costs from '@boreal/contract/endpoints/console/costs.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, consoleAddress } from './call.ts';

/** Which costs, told apart by what. */
export interface CostsAsked {
  readonly by: CostsBy;
  readonly label?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: number | undefined;
}

export const costsQuery = (accountId: string, asked: CostsAsked) =>
  queryOptions({
    queryKey: [accountId, 'costs', asked],
    queryFn: ({ signal }) => call(costs.getCosts, { params: { accountId }, query: { ...asked }, signal }),
    staleTime: 60_000,
  });

/** The browser's addresses for the costs as files. */
export const costsFiles = (accountId: string, { language, ...asked }: CostsAsked & { language: Language }) => ({
  csv: consoleAddress(COSTS_CSV, { params: { accountId }, query: { ...asked, language } }),
  json: consoleAddress(COSTS_JSON, { params: { accountId }, query: { ...asked } }),
});
