import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';
import { meQuery } from '../api/me.ts';

/** The key of the mutation that signs the person out. */
export const SIGN_OUT = ['sign out'];

/** The query cache. The caller is told when a session is over, whichever query finds out. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      // Without a connection everything is tried and fails: a paused request would be done when nobody expects it any more.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5000,
        // A refusal is an answer; only what never reached the server, or failed there, is retried.
        retry: (count, error) => count < 2 && (!isApiError(error) || error.status === 0 || error.status >= 500),
      },
    },
  });
  return client;

  function noticeEnd(error: Error): void {
    if (!isApiError(error)) return;
    // What existed no longer does: perhaps somebody else has signed in meanwhile, in another tab, or the account is no longer
    // theirs.
    if (error.status === 404) void client.invalidateQueries(meQuery);
    // If nobody was signed in yet, no session is over: the router leads to the sign-in page.
    if (error.code !== 'NOT_SIGNED_IN' || client.getQueryData(meQuery.queryKey) === undefined) return;
    // On the pages of signing in nobody is signed in yet.
    if (!/^\/(console|operator)(\/|$)/.test(location.pathname)) return;
    // Nor is somebody told who is signing out just now, when one of the page's own requests comes too late.
    if (client.isMutating({ mutationKey: SIGN_OUT }) > 0) return;
    client.clear();
    onSignedOut();
  }
}
