import { z } from 'zod';
import { endpointRows } from '../../api/endpoint.ts';
import { InvitationPreview } from '../../people/members.ts';
import { InvitationToken } from '../../people/people.ts';
import { StopStockAlertsRequest } from '../../shop/stock-alerts.ts';
import { CheckPasswordRequest, PasswordStrength, SignUpPuzzle, SignUpRequest } from '../../people/sign-in.ts';

const stranger = endpointRows({ scope: 'public', group: 'Console', needs: null, limit: 20 });

export const signUp = stranger.post('/sign-up', 'Open an account; a link that confirms the address is on its way', {
  limit: 5,
  takes: { body: SignUpRequest },
  status: 201,
  data: z.object({ email: z.string() }),
  errors: ['INVALID_REQUEST'],
});

export const makeSignUpPuzzle = stranger.post(
  '/sign-up/puzzle',
  'What a browser works out before it opens an account, where this site asks for it',
  { takes: {}, data: SignUpPuzzle },
);

// A POST, so that the token appears in no URL and no log.
export const previewInvitation = stranger.post('/invitations/preview', 'What an invitation says', {
  takes: { body: InvitationToken },
  data: InvitationPreview,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'INVITATION_EXPIRED'],
});

// Anyone who has the mail may stop it, signed in or not.
export const stopStockAlerts = stranger.post('/stock-alerts/stop', 'Stop all stock alerts of a person, by the link in a mail', {
  takes: { body: StopStockAlertsRequest },
  data: z.object({ stopped: z.int() }),
  errors: ['INVALID_REQUEST'],
});

/**
 * Judges a password as sign-up does, while it is being typed; nothing is stored. A POST, so that the password appears in no URL and no log.
 */
export const checkPassword = stranger.post('/password-check', 'How hard a password is to guess', {
  limit: 60,
  takes: { body: CheckPasswordRequest },
  data: z.object({ strength: PasswordStrength }),
  errors: ['INVALID_REQUEST'],
});
