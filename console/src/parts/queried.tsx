import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

interface QueriedProps<T> {
  readonly query: UseQueryResult<T>;
  /** px of what will be shown: its place is kept, so that nothing below moves when it comes. */
  readonly height?: number | undefined;
  readonly children: (data: T) => ReactNode;
}

/** Shows the result of a query: while it loads, that; if it failed with nothing to show, why and a way to retry. */
export function Queried<T>({ query, height, children }: QueriedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading height={height} />;
}
