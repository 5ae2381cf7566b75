import * as person from '@boreal/contract/endpoints/console/person.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Who has signed in, and which accounts are theirs. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(person.getMe, { signal }),
  staleTime: 60_000,
});

/** From where this browser asks, for rules that let in nobody else. */
export const ownAddressQuery = queryOptions({
  queryKey: ['me', 'address'],
  queryFn: ({ signal }) => call(person.getOwnAddress, { signal }),
  staleTime: 60_000,
});
