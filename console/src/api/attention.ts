import { listAttention } from '@boreal/contract/endpoints/console/attention.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** What has gone wrong or waits, and is rare. */
export const attentionQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'attention'],
    queryFn: ({ signal }) => call(listAttention, { params: { accountId }, signal }),
    refetchInterval: 30_000,
  });
