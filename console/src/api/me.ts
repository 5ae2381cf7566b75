import * as person from '@boreal/contract/endpoints/console/person.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** The signed-in person and their accounts. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(person.getMe, { signal }),
  staleTime: 60_000,
});

/** This browser's IP address, for rules that let nobody else in. */
export const ownAddressQuery = queryOptions({
  queryKey: ['me', 'address'],
  queryFn: ({ signal }) => call(person.getOwnAddress, { signal }),
  staleTime: 60_000,
});

/** Whether they are told of incidents, maintenance and announcements by mail. */
export const ownSubscriptionQuery = queryOptions({
  queryKey: ['me', 'subscription'],
  queryFn: ({ signal }) => call(person.getOwnSubscription, { signal }),
});
