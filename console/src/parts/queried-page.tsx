import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isApiError } from '../api/api-error.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { ErrorNotice } from './error-notice.tsx';
import { PageHeader } from './page-header.tsx';
import { Queried } from './queried.tsx';

/** A page about the result of a query: if that fails, the page still has a title, and says why. */
export function QueriedPage<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  const t = useShellText();
  if (query.data !== undefined || !query.isError) return <Queried query={query}>{children}</Queried>;
  const missing = isApiError(query.error) && query.error.status === 404;
  return (
    <>
      <PageHeader title={missing ? t.notFoundTitle : t.notShown} />
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    </>
  );
}
