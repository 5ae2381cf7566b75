import { identityProviderNames, type IdentityProvider } from '@boreal/contract/people/identities.ts';
import { z } from 'zod';

/** Encrypted, or on this machine: a secret goes there, and the answer says who someone is. */
const Address = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text && (text.startsWith('https://') || isLoopback(new URL(text).hostname)),
    'must be an https origin such as https://github.example.com, without a path or a slash at the end',
  )
  .optional();

const Given = z.string().trim().min(1).max(500).optional();

/** This site's registrations with the providers people may sign in with. */
export const IdentitySettings = z.object({
  BOREAL_GOOGLE_CLIENT_ID: Given,
  BOREAL_GOOGLE_CLIENT_SECRET: Given,
  BOREAL_GOOGLE_ISSUER: Address,
  BOREAL_GITHUB_CLIENT_ID: Given,
  BOREAL_GITHUB_CLIENT_SECRET: Given,
  BOREAL_GITHUB_URL: Address,
});
type IdentitySettings = z.infer<typeof IdentitySettings>;

export interface IdentitiesConfig {
  readonly google: { readonly clientId: string; readonly clientSecret: string; readonly issuer?: string } | null;
  readonly github: { readonly clientId: string; readonly clientSecret: string; readonly url?: string } | null;
}

/** An incomplete registration signs nobody in: it is refused at start, before anyone clicks on it. */
export function readIdentities(e: IdentitySettings): { config: IdentitiesConfig; problems: readonly string[] } {
  const google = pair('google', e);
  const github = pair('github', e);
  const [issuer, url] = [e.BOREAL_GOOGLE_ISSUER, e.BOREAL_GITHUB_URL];
  return {
    config: {
      google: google.config && { ...google.config, ...(issuer !== undefined && { issuer }) },
      github: github.config && { ...github.config, ...(url !== undefined && { url }) },
    },
    problems: [...google.problems, ...github.problems],
  };
}

function pair(provider: IdentityProvider, e: IdentitySettings) {
  const [idName, secretName] = namesOf(provider);
  const [clientId, clientSecret] = [e[idName], e[secretName]];
  if (clientId !== undefined && clientSecret !== undefined) return { config: { clientId, clientSecret }, problems: [] };
  if (clientId === undefined && clientSecret === undefined) return { config: null, problems: [] };
  const [missing, there] = clientId === undefined ? [idName, secretName] : [secretName, idName];
  const name = identityProviderNames[provider];
  return { config: null, problems: [`${missing}: signing in with ${name} needs it beside ${there}`] };
}

function namesOf(provider: IdentityProvider) {
  return provider === 'google'
    ? (['BOREAL_GOOGLE_CLIENT_ID', 'BOREAL_GOOGLE_CLIENT_SECRET'] as const)
    : (['BOREAL_GITHUB_CLIENT_ID', 'BOREAL_GITHUB_CLIENT_SECRET'] as const);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
