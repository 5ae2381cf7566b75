import * as cards from '@boreal/contract/endpoints/console/cards.ts';
import * as charges from '@boreal/contract/endpoints/console/charges.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const cardsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'cards'],
    queryFn: ({ signal }) => call(cards.listCards, { params: { accountId }, signal }),
  });

/** The card provider, and what the browser needs to know about it. */
export const cardProviderQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'card-provider'],
    queryFn: ({ signal }) => call(charges.getCardProvider, { params: { accountId }, signal }),
    staleTime: Infinity,
  });
