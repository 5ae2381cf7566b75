import * as auth from '@boreal/contract/api/auth-endpoints.ts';
import { getWaysIn } from '@boreal/contract/endpoints/console/identities.ts';
import type { IdentityProvider } from '@boreal/contract/people/identities.ts';
import { queryOptions } from '@tanstack/react-query';
import { callAuth } from './call-auth.ts';
import { call } from './call.ts';

/** By what the person signs in, besides passkeys. */
export const waysInQuery = queryOptions({
  queryKey: ['me', 'ways in'],
  queryFn: ({ signal }) => call(getWaysIn, { signal }),
});

/** Why somebody goes to a provider. */
export type Errand =
  | { readonly to: 'sign in'; readonly next: string | undefined; readonly rememberMe: boolean }
  /** Back to the page that they are on. */
  | { readonly to: 'link' | 'prove' };

/** The page from which somebody left, in this tab: if nothing comes of it, they go on from there. */
const LEFT = 'boreal.left';
export const pageLeft = (): string => sessionStorage.getItem(LEFT) ?? '/login';

/** Leaves this page for the provider's. @throws ApiError */
export async function leaveFor(provider: IdentityProvider, errand: Errand): Promise<void> {
  const here = `${location.pathname}${location.search}`;
  const { url } =
    errand.to === 'sign in'
      ? await callAuth(auth.beginIdentity, {
          body: { provider, rememberMe: errand.rememberMe, ...(errand.next !== undefined && { next: errand.next }) },
        })
      : await callAuth(errand.to === 'link' ? auth.beginIdentityLink : auth.beginIdentityProof, { body: { provider, next: here } });
  sessionStorage.setItem(LEFT, here);
  location.assign(url);
}
