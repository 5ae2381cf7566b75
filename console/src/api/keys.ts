import * as billing from '@boreal/contract/endpoints/billing.ts';
import { callPage } from './call.ts';

export const apiKeysKey = (accountId: string) => [accountId, 'api-keys'];

/** Valid REST keys, newest first. */
export const listApiKeys = (accountId: string, { search, cursor }: { search?: string | undefined; cursor: string | null }) =>
  callPage(billing.listApiKeys, { params: { accountId }, cursor, query: { search } });
