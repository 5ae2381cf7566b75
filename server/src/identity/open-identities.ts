import { callbackPath } from '@boreal/contract/people/identities.ts';
import type { Identities, IdentityClient } from './port.ts';

/** The registrations with providers, as the operator has set them. */
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

/** The clients of those providers that are set up. Nobody is asked: a provider that is away keeps no Boreal from starting. */
export async function openIdentities({ google, github }: IdentitiesConfig, siteUrl: string): Promise<Identities> {
  if (google === null && github === null) return noIdentities;
  // Their library is loaded only if somebody can sign in by it.
  const [{ googleIdentities }, { githubIdentities }] = await Promise.all([import('./google.ts'), import('./github.ts')]);
  const clients: IdentityClient[] = [
    ...(google ? [googleIdentities({ ...google, callback: `${siteUrl}${callbackPath('google')}` })] : []),
    ...(github ? [githubIdentities({ ...github, callback: `${siteUrl}${callbackPath('github')}` })] : []),
  ];
  return new Map(clients.map((client) => [client.provider, client]));
}
