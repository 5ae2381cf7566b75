import { z } from 'zod';
import { CHANGES, READS } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { InvitationToken, JoinedAccount, Me, OwnAddress, UpdateMeRequest } from '../../people.ts';
import { Session } from '../../sign-in.ts';

const row = { scope: 'person', group: 'Console', needs: null } as const;

export const getMe = endpoint('GET', '/me', {
  ...row,
  limit: READS,
  takes: {},
  data: Me,
  summary: 'Who has signed in, and what they may do where',
});

export const updateMe = endpoint('PUT', '/me', {
  ...row,
  limit: CHANGES,
  takes: { body: UpdateMeRequest },
  data: Me,
  summary: 'Change name or language',
});

export const getOwnAddress = endpoint('GET', '/me/address', {
  ...row,
  limit: READS,
  takes: {},
  data: OwnAddress,
  summary: 'From which IP address the person asks',
});

export const listSessions = endpoint('GET', '/me/sessions', {
  ...row,
  limit: READS,
  takes: {},
  data: z.array(Session),
  summary: 'Where the person is signed in',
});

export const revokeOtherSessions = endpoint('POST', '/me/sessions/revoke-others', {
  ...row,
  limit: CHANGES,
  takes: {},
  data: z.object({ revoked: z.int() }),
  summary: 'End every other session',
});

export const revokeSession = endpoint('DELETE', '/me/sessions/:sessionId', {
  ...row,
  limit: CHANGES,
  takes: { params: z.object({ sessionId: IdText }) },
  data: Done,
  errors: ['NOT_FOUND'],
  summary: 'End a session',
});

export const acceptInvitation = endpoint('POST', '/invitations/accept', {
  ...row,
  limit: CHANGES,
  takes: { body: InvitationToken },
  data: JoinedAccount,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_EXPIRED'],
  summary: 'Join an account',
});
