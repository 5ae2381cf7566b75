import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError } from '../api/api-error.ts';

/** What has been read from the server. A session that is over is told to the caller, whatever found it out. */
export function createQueryClient({ onSignedOut }: { onSignedOut: () => void }): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noticeEnd }),
    mutationCache: new MutationCache({ onError: noticeEnd }),
    defaultOptions: {
      // Without a connection all is tried and refused: what waited for one would be done when nobody expects it any more.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5000,
        // A refusal is an answer; only what never reached the server, or broke there, is asked for again.
        retry: (count, error) => count < 2 && (!isApiError(error) || error.status === 0 || error.status >= 500),
      },
    },
  });
  return client;

  function noticeEnd(error: Error): void {
    if (!isApiError(error) || error.code !== 'NOT_SIGNED_IN') return;
    // On the pages of signing in nobody is signed in yet.
    if (!/^\/(console|operator)(\/|$)/.test(location.pathname)) return;
    client.clear();
    onSignedOut();
  }
}
