import { z } from 'zod';
import { CHANGES, READS } from '../../api/console-rows.ts';
import { CurrentIncident } from '../../fleet/current-incidents.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { InvitationToken, JoinedAccount, Me, OwnAddress, UpdateMeRequest } from '../../people/people.ts';
import { OwnSubscription, SetOwnSubscriptionRequest } from '../../fleet/subscriptions.ts';
import { AcceptTermsRequest, Session } from '../../people/sign-in.ts';

const row = { scope: 'person', group: 'Console', needs: null } as const;
const read = endpointRows({ ...row, limit: READS });
const write = endpointRows({ ...row, limit: CHANGES });

export const getMe = read.get('/me', 'Who has signed in, and what they may do where', { takes: {}, data: Me });

export const updateMe = write.put('/me', 'Change name or language', { takes: { body: UpdateMeRequest }, data: Me });

export const acceptTerms = write.post('/me/terms', 'Agree to the terms and privacy policy in force', {
  takes: { body: AcceptTermsRequest },
  data: Me,
  errors: ['INVALID_REQUEST'],
});

export const getOwnAddress = read.get('/me/address', 'From which IP address the person asks', { takes: {}, data: OwnAddress });

export const listSessions = read.get('/me/sessions', 'Where the person is signed in', { takes: {}, data: z.array(Session) });

export const revokeOtherSessions = write.post('/me/sessions/revoke-others', 'End every other session', {
  takes: {},
  data: z.object({ revoked: z.int() }),
});

export const revokeSession = write.delete('/me/sessions/:sessionId', 'End a session', {
  takes: { params: z.object({ sessionId: IdText }) },
  data: Done,
  errors: ['NOT_FOUND'],
});

export const listCurrentIncidents = read.get('/incidents', 'What does not work now, and maintenance that is near', {
  takes: {},
  data: z.array(CurrentIncident),
});

export const getOwnSubscription = read.get('/me/subscription', 'Whether the person’s address is told of incidents by mail', {
  takes: {},
  data: OwnSubscription,
});

export const setOwnSubscription = write.put('/me/subscription', 'Be told of incidents, maintenance and announcements by mail, or no more', {
  takes: { body: SetOwnSubscriptionRequest },
  data: OwnSubscription,
});

export const acceptInvitation = write.post('/invitations/accept', 'Join an account', {
  takes: { body: InvitationToken },
  data: JoinedAccount,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_EXPIRED'],
});
