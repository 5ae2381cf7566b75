import { callbackPath, identityProviderNames, type IdentityProvider } from '@boreal/contract/people/identities.ts';
import type { Config } from '../../config.ts';
import { openIdentities } from '../../identity/open-identities.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { ok, wrong, type Finding } from './finding.ts';

const PATIENCE_MS = 10 * SECOND_MS;

/** Whether Google and GitHub are reachable from here, if people sign in with them, and which address must be registered there. */
export async function checkIdentities({ identities, siteUrl }: Pick<Config, 'identities' | 'siteUrl'>): Promise<Finding[]> {
  const clients = await openIdentities(identities, siteUrl);
  return Promise.all([...clients.values()].map((client) => checkProvider(client, siteUrl)));
}

async function checkProvider({ provider, address }: { provider: IdentityProvider; address: string }, siteUrl: string): Promise<Finding> {
  const name = identityProviderNames[provider];
  const about = `signing in with ${name}`;
  try {
    const { status } = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' });
    if (status >= 500) throw new Error(`it answers ${status}`);
    return ok(about, `${name} answers. The callback address to register there is ${siteUrl}${callbackPath(provider)}.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return wrong(about, `${name} cannot be reached from here (${why}), so nobody can sign in with it.`, `curl -sSvI ${address}`);
  }
}
