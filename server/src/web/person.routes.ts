import * as removeMeRows from '@boreal/contract/endpoints/console/remove-me.ts';
import * as identityRows from '@boreal/contract/endpoints/console/identities.ts';
import * as rows from '@boreal/contract/endpoints/console/person.ts';
import { acceptTerms } from '../core/ground/people/accept-terms.ts';
import { listCurrentIncidents } from '../core/fleet/incidents/list-incidents.ts';
import { getOwnSubscription, setOwnSubscription } from '../core/fleet/subscribers/own-subscription.ts';
import { getMe } from '../core/ground/people/get-me.ts';
import { removeMe } from '../core/ground/people/remove-me.ts';
import { getWaysIn, unlinkIdentity } from '../core/ground/people/unlink-identity.ts';
import { updateMe } from '../core/ground/people/update-me.ts';
import { acceptInvitation } from '../core/ground/members/accept-invitation.ts';
import { bind } from '../door/bind.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { revokeOtherSessions, revokeSession } from './sessions/revoke-sessions.ts';

/** A signed-in person's requests about themselves. */
export const personRoutes = [
  ...bind(rows, {
    getMe: (ctx) => getMe(ctx, ctx),
    updateMe: (ctx, { body }) => updateMe(ctx, { userId: ctx.userId, ...body }),
    acceptTerms: (ctx, { body }) => acceptTerms(ctx, { userId: ctx.userId, version: body.acceptedTerms }),
    getOwnAddress: async (ctx) => ({ address: ctx.address }),
    listSessions: (ctx) => listSessions(ctx),
    revokeOtherSessions: (ctx) => revokeOtherSessions(ctx),
    revokeSession: (ctx, { params }) => revokeSession(ctx, params),
    listCurrentIncidents: (ctx) => listCurrentIncidents(ctx),
    getOwnSubscription: (ctx) => getOwnSubscription(ctx, ctx),
    setOwnSubscription: (ctx, { body }) => setOwnSubscription(ctx, { userId: ctx.userId, ...body }),
    acceptInvitation: (ctx, { body }) => acceptInvitation(ctx, body),
  }),
  ...bind(identityRows, {
    getWaysIn: (ctx) => getWaysIn(ctx, ctx),
    unlinkIdentity: (ctx, { params }) => unlinkIdentity(ctx, { userId: ctx.userId, provider: params.provider }),
  }),
  ...bind(removeMeRows, {
    removeMe: (ctx, { body }) => removeMe(ctx, { userId: ctx.userId, email: body.email }),
  }),
];
