import { CreateApiKeyRequest, ApiKeyCreated, ApiKeyRevoked } from '@boreal/contract/console.ts';
import { ApiKey, type KeyAccess } from '@boreal/contract/keys.ts';
import { callConsole, callPage } from './call.ts';
import { underAccount } from './paths.ts';

export const apiKeysKey = (accountId: string) => [accountId, 'api-keys'];

/** REST keys that still work, the newest first. */
export const listApiKeys = (accountId: string, cursor: string | null) =>
  callPage(underAccount(accountId, '/v1/api-keys'), ApiKey, { cursor });

/** Makes a key; its text is told this once. */
export const createApiKey = (accountId: string, body: { name: string; access: KeyAccess }) =>
  callConsole(underAccount(accountId, '/v1/api-keys'), ApiKeyCreated, { method: 'POST', takes: CreateApiKeyRequest, body });

/** Ends a key everywhere at once, for good. */
export const revokeApiKey = (accountId: string, keyId: string) =>
  callConsole(underAccount(accountId, `/v1/api-keys/${encodeURIComponent(keyId)}`), ApiKeyRevoked, { method: 'DELETE' });
