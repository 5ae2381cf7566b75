import { InvitationPreview } from '@boreal/contract/members.ts';
import { JoinedAccount, Me, OwnAddress, UpdateMeRequest } from '@boreal/contract/people.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callAuth, callConsole } from './call.ts';

/** Who has signed in, and which accounts are theirs. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => callConsole('/me', Me, { signal }),
  staleTime: 60_000,
});

/** From where this browser asks, for rules that let in nobody else. */
export const ownAddressQuery = queryOptions({
  queryKey: ['me', 'address'],
  queryFn: ({ signal }) => callConsole('/me/address', OwnAddress, { signal }),
  staleTime: 60_000,
});

export const updateMe = (change: UpdateMeRequest) => callConsole('/me', Me, { method: 'PUT', takes: UpdateMeRequest, body: change });

export const previewInvitation = (token: string) =>
  callConsole('/invitations/preview', InvitationPreview, { method: 'POST', body: { token } });

export const acceptInvitation = (token: string) => callConsole('/invitations/accept', JoinedAccount, { method: 'POST', body: { token } });

/** Only this prolongs a session: a console that is used asks it now and then. */
export const prolongSession = () => callAuth('/get-session', z.unknown());

export const signOut = () => callAuth('/sign-out', z.unknown(), { method: 'POST' });
