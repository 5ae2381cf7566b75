import * as cards from '@boreal/contract/endpoints/console/cards.ts';
import * as charges from '@boreal/contract/endpoints/console/charges.ts';
import type { SandboxCard } from '@boreal/contract/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const cardsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'cards'],
    queryFn: ({ signal }) => call(cards.listCards, { params: { accountId }, signal }),
  });

/** Who saves cards here, and what the browser needs to know of them. */
export const cardProviderQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'card-provider'],
    queryFn: ({ signal }) => call(charges.getCardProvider, { params: { accountId }, signal }),
    staleTime: Infinity,
  });

/** Begins to add a card; its number goes to the provider and never to us. */
export const addCard = (accountId: string) => call(charges.addCard, { params: { accountId } });

/** Looks whether the provider has the card by now. */
export const finishCard = (accountId: string, cardId: string) => call(charges.finishCard, { params: { accountId, cardId } });

/** In the sandbox: chooses the card that one would type elsewhere. */
export const enterSandboxCard = (accountId: string, cardId: string, card: SandboxCard) =>
  call(charges.enterSandboxCard, { params: { accountId, cardId }, body: { card } });

export const setDefaultCard = (accountId: string, cardId: string) => call(cards.setDefaultCard, { params: { accountId, cardId } });

export const removeCard = (accountId: string, cardId: string) => call(cards.removeCard, { params: { accountId, cardId } });
