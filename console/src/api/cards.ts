import { Card, CardProvider, CardSaved, CardSetup, type SandboxCard } from '@boreal/contract/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole } from './call.ts';
import { underAccount } from './paths.ts';

export const cardsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'cards'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/cards'), z.array(Card), { signal }),
  });

/** Who saves cards here, and what the browser needs to know of them. */
export const cardProviderQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'card-provider'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/card-provider'), CardProvider, { signal }),
    staleTime: Infinity,
  });

/** Begins to add a card; its number goes to the provider and never to us. */
export const addCard = (accountId: string) => callConsole(underAccount(accountId, '/cards'), CardSetup, { method: 'POST' });

const one = (accountId: string, cardId: string, path: string) => underAccount(accountId, `/cards/${encodeURIComponent(cardId)}${path}`);

/** Looks whether the provider has the card by now. */
export const finishCard = (accountId: string, cardId: string) =>
  callConsole(one(accountId, cardId, '/finish'), CardSaved, { method: 'POST' });

/** In the sandbox: chooses the card that one would type elsewhere. */
export const enterSandboxCard = (accountId: string, cardId: string, card: SandboxCard) =>
  callConsole(one(accountId, cardId, '/sandbox'), CardSaved, { method: 'POST', body: { card } });

export const setDefaultCard = (accountId: string, cardId: string) =>
  callConsole(one(accountId, cardId, '/default'), Card, { method: 'POST' });

export const removeCard = (accountId: string, cardId: string) =>
  callConsole(one(accountId, cardId, ''), z.object({ id: z.string() }), { method: 'DELETE' });
