import { getSession, signOut as signOutRow } from '@boreal/contract/auth-endpoints.ts';
import * as person from '@boreal/contract/endpoints/console/person.ts';
import * as strangers from '@boreal/contract/endpoints/console/strangers.ts';
import type { UpdateMeRequest } from '@boreal/contract/people.ts';
import { queryOptions } from '@tanstack/react-query';
import { callAuth } from './call-auth.ts';
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

export const updateMe = (body: UpdateMeRequest) => call(person.updateMe, { body });

export const previewInvitation = (token: string) => call(strangers.previewInvitation, { body: { token } });

export const acceptInvitation = (token: string) => call(person.acceptInvitation, { body: { token } });

/** Only this prolongs a session: a console that is used asks it now and then. */
export const prolongSession = () => callAuth(getSession);

export const signOut = () => callAuth(signOutRow);
