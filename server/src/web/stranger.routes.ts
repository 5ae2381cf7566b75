import { InvitationPreview } from '@boreal/contract/members.ts';
import { InvitationToken } from '@boreal/contract/people.ts';
import { SignUpPuzzle, SignUpRequest } from '@boreal/contract/sign-in.ts';
import { z } from 'zod';
import { signUp, type VerifyLink } from '../core/accounts/sign-up.ts';
import { makePuzzle } from '../core/accounts/sign-up-puzzle.ts';
import type { Ctx } from '../core/ctx.ts';
import { previewInvitation } from '../core/members/preview-invitation.ts';
import { clientNetwork } from '../door/client-network.ts';
import { endpoint } from '../door/define-endpoint.ts';
import type { Endpoint } from '../door/endpoint.ts';

const group = 'Console';

/** What can be asked without having signed in. */
export function strangerRoutes(parts: { makeLink: (email: string) => Promise<VerifyLink> }): readonly Endpoint<Ctx>[] {
  return [
    endpoint(
      'POST',
      '/sign-up',
      {
        group,
        needs: null,
        limit: 5,
        takes: { body: SignUpRequest },
        status: 201,
        data: z.object({ email: z.string() }),
        errors: ['INVALID_REQUEST'],
        name: 'signUp',
        summary: 'Open an account; a link that confirms the address is on its way',
      },
      async (ctx: Ctx, { body }) => {
        await signUp(ctx, body, { link: await parts.makeLink(body.email), network: clientNetwork(ctx.address ?? '') });
        return { email: body.email };
      },
    ),
    endpoint(
      'POST',
      '/sign-up/puzzle',
      {
        group,
        needs: null,
        limit: 20,
        takes: {},
        data: SignUpPuzzle,
        name: 'makeSignUpPuzzle',
        summary: 'What a browser works out before it opens an account, where this site asks for it',
      },
      (ctx: Ctx) => makePuzzle(ctx),
    ),
    // A POST, so that the token stands in no address and in nobody's log.
    endpoint(
      'POST',
      '/invitations/preview',
      {
        group,
        needs: null,
        limit: 20,
        takes: { body: InvitationToken },
        data: InvitationPreview,
        errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_EXPIRED'],
        name: 'previewInvitation',
        summary: 'What an invitation says',
      },
      (ctx: Ctx, { body }) => previewInvitation(ctx, body),
    ),
  ];
}
