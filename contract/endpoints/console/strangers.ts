import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { InvitationPreview } from '../../members.ts';
import { InvitationToken } from '../../people.ts';
import { SignUpPuzzle, SignUpRequest } from '../../sign-in.ts';

const row = { scope: 'public', group: 'Console' } as const;

export const signUp = endpoint('POST', '/sign-up', {
  ...row,
  needs: null,
  limit: 5,
  takes: { body: SignUpRequest },
  status: 201,
  data: z.object({ email: z.string() }),
  errors: ['INVALID_REQUEST'],
  summary: 'Open an account; a link that confirms the address is on its way',
});

export const makeSignUpPuzzle = endpoint('POST', '/sign-up/puzzle', {
  ...row,
  needs: null,
  limit: 20,
  takes: {},
  data: SignUpPuzzle,
  summary: 'What a browser works out before it opens an account, where this site asks for it',
});

// A POST, so that the token is in no address and in nobody's log.
export const previewInvitation = endpoint('POST', '/invitations/preview', {
  ...row,
  needs: null,
  limit: 20,
  takes: { body: InvitationToken },
  data: InvitationPreview,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_EXPIRED'],
  summary: 'What an invitation says',
});
