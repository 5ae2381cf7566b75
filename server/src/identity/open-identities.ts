import { callbackPath } from '@boreal/contract/people/identities.ts';
import type { Identities, IdentityClient } from './port.ts';

/** The operator's registrations with providers. */
export interface IdentitiesConfig {
  readonly google: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly issuer?: string;
    readonly patienceSeconds?: number;
  } | null;
  readonly github: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly url?: string;
    readonly patienceSeconds?: number;
  } | null;
}

export const noIdentities: Identities = new Map();

/** The clients of the configured providers. No provider is contacted: one that is down does not prevent a start. */
export async function openIdentities({ google, github }: IdentitiesConfig, siteUrl: string): Promise<Identities> {
  if (google === null && github === null) return noIdentities;
  // The library is loaded only if a provider is configured.
  const [{ googleIdentities }, { githubIdentities }] = await Promise.all([import('./google.ts'), import('./github.ts')]);
  const clients: IdentityClient[] = [
    ...(google ? [googleIdentities({ ...google, callback: `${siteUrl}${callbackPath('google')}` })] : []),
    ...(github ? [githubIdentities({ ...github, callback: `${siteUrl}${callbackPath('github')}` })] : []),
  ];
  return new Map(clients.map((client) => [client.provider, client]));
}
