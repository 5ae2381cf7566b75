import * as billing from '@boreal/contract/endpoints/billing.ts';
import * as keys from '@boreal/contract/endpoints/console/api-keys.ts';
import type { KeyAccess } from '@boreal/contract/keys.ts';
import { call, callPage } from './call.ts';

export const apiKeysKey = (accountId: string) => [accountId, 'api-keys'];

/** REST keys that still work, the newest first. */
export const listApiKeys = (accountId: string, cursor: string | null) => callPage(billing.listApiKeys, { params: { accountId }, cursor });

/** Makes a key; its text is told this once. */
export const createApiKey = (accountId: string, body: { name: string; access: KeyAccess }) =>
  call(keys.createApiKey, { params: { accountId }, body });

/** Ends a key everywhere at once, for good. */
export const revokeApiKey = (accountId: string, keyId: string) => call(keys.revokeApiKey, { params: { accountId, keyId } });
