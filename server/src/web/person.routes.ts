import { Done } from '@boreal/contract/console.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { InvitationToken, JoinedAccount, Me, OwnAddress, UpdateMeRequest } from '@boreal/contract/people.ts';
import { Session } from '@boreal/contract/sign-in.ts';
import { z } from 'zod';
import { getMe } from '../core/accounts/get-me.ts';
import { updateMe } from '../core/accounts/update-me.ts';
import { acceptInvitation } from '../core/members/accept-invitation.ts';
import { endpoint } from '../door/define-endpoint.ts';
import type { PersonCtx } from './console-ctx.ts';
import { CHANGES, READS } from './console-limits.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { revokeOtherSessions, revokeSession } from './sessions/revoke-sessions.ts';

const row = { group: 'Console', needs: null } as const;

/** What somebody who has signed in asks about themselves. */
export const personRoutes = [
  endpoint(
    'GET',
    '/me',
    { ...row, limit: READS, takes: {}, data: Me, name: 'getMe', summary: 'Who has signed in, and what they may do where' },
    (ctx: PersonCtx) => getMe(ctx, ctx),
  ),
  endpoint(
    'PUT',
    '/me',
    { ...row, limit: CHANGES, takes: { body: UpdateMeRequest }, data: Me, name: 'updateMe', summary: 'Change name or language' },
    (ctx: PersonCtx, { body }) => updateMe(ctx, { userId: ctx.userId, ...body }),
  ),
  endpoint(
    'GET',
    '/me/address',
    { ...row, limit: READS, takes: {}, data: OwnAddress, name: 'getOwnAddress', summary: 'From which IP address the person asks' },
    async (ctx: PersonCtx) => ({ address: ctx.address }),
  ),
  endpoint(
    'GET',
    '/me/sessions',
    { ...row, limit: READS, takes: {}, data: z.array(Session), name: 'listSessions', summary: 'Where the person is signed in' },
    (ctx: PersonCtx) => listSessions(ctx),
  ),
  endpoint(
    'POST',
    '/me/sessions/revoke-others',
    {
      ...row,
      limit: CHANGES,
      takes: {},
      data: z.object({ revoked: z.int() }),
      name: 'revokeOtherSessions',
      summary: 'End every other session',
    },
    (ctx: PersonCtx) => revokeOtherSessions(ctx),
  ),
  endpoint(
    'DELETE',
    '/me/sessions/:sessionId',
    {
      ...row,
      limit: CHANGES,
      takes: { params: z.object({ sessionId: IdText }) },
      data: Done,
      errors: ['NOT_FOUND'],
      name: 'revokeSession',
      summary: 'End a session',
    },
    (ctx: PersonCtx, { params }) => revokeSession(ctx, params),
  ),
  endpoint(
    'POST',
    '/invitations/accept',
    {
      ...row,
      limit: CHANGES,
      takes: { body: InvitationToken },
      data: JoinedAccount,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_EXPIRED'],
      name: 'acceptInvitation',
      summary: 'Join an account',
    },
    (ctx: PersonCtx, { body }) => acceptInvitation(ctx, body),
  ),
];
