import { Alert } from '@mantine/core';
import { useQueryClient, type QueryClient, type QueryState } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { isApiError, isRefusal } from '../api/api-error.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { useErrorText } from '../parts/error-notice.tsx';

/** Above the page for as long as something on it could not be refreshed: live data must not look current when it is not. */
export function StaleNotice() {
  const t = useShellText();
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const failed = useSyncExternalStore(
    useCallback((changed) => queryClient.getQueryCache().subscribe(changed), [queryClient]),
    () => findStale(queryClient),
  );
  if (failed === null) return null;
  const offline = isApiError(failed.error) && failed.error.code === 'OFFLINE';
  return (
    <Alert
      role="status"
      mb="lg"
      color="orange"
      variant="light"
      icon={<CloudOff aria-hidden />}
      title={t.staleTitle}
      pos="sticky"
      top={64}
      style={{ zIndex: 5 }}
    >
      {offline ? t.staleOffline : `${errorText(failed.error)} ${t.staleText}`}
    </Alert>
  );
}

function findStale(queryClient: QueryClient): QueryState | null {
  const stale = queryClient
    .getQueryCache()
    .getAll()
    .find((query) => query.isActive() && query.state.status === 'error' && query.state.data !== undefined && isPassing(query.state.error));
  return stale?.state ?? null;
}

/** A refusal is an answer, which the page shows in its place; only that of a limit is temporary. */
const isPassing = (error: unknown) => !isRefusal(error) || (isApiError(error) && error.status === 429);
