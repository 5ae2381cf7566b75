import type { IdentityProvider } from '@boreal/contract/people/identities.ts';

/** With whom people may also sign in here: the server says it in the page itself. */
export function offeredIdentities(): readonly IdentityProvider[] {
  const told = document.querySelector('meta[name="identity-providers"]')?.getAttribute('content') ?? '';
  return told.split(' ').filter((name) => name === 'google' || name === 'github');
}
