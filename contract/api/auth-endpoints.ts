import { z } from 'zod';
import { CHANGE, GUESS, row } from './auth-row.ts';
import {
  BeginIdentityRequest,
  BeginOwnIdentityRequest,
  FinishIdentityRequest,
  IdentityBegun,
  IdentityFinished,
  IdentitySignUpRequest,
} from '../people/identities.ts';
import {
  ChangeEmailRequest,
  ChangePasswordRequest,
  EmailRequest,
  PasskeyId,
  PasskeyName,
  PasskeyRegistration,
  PasskeySignIn,
  PasswordRequest,
  RecoveryCodeRequest,
  ResetPasswordRequest,
  SignInRequest,
  TokenRequest,
  TotpRequest,
} from '../people/sign-in.ts';

export const signIn = row({
  method: 'POST',
  path: '/sign-in/email',
  who: 'anybody',
  limit: GUESS,
  body: SignInRequest,
  // The session does not count until the second factor is given.
  answer: z.looseObject({ twoFactorRedirect: z.boolean().optional() }),
});

export const verifyEmail = row({
  method: 'GET',
  path: '/verify-email',
  who: 'anybody',
  limit: GUESS,
  query: TokenRequest,
  answer: z.looseObject({ user: z.looseObject({}).nullable().optional() }),
});
export const sendVerificationEmail = row({
  method: 'POST',
  path: '/send-verification-email',
  who: 'anybody',
  limit: 5,
  body: EmailRequest,
});
export const requestPasswordReset = row({ method: 'POST', path: '/request-password-reset', who: 'anybody', limit: 5, body: EmailRequest });
export const resetPassword = row({ method: 'POST', path: '/reset-password', who: 'anybody', limit: GUESS, body: ResetPasswordRequest });
/** Ends the other sessions. */
export const changePassword = row({
  method: 'POST',
  path: '/change-password',
  who: 'signed in',
  limit: GUESS,
  body: ChangePasswordRequest,
});
/** First mails a link to the current address, then another to the new one. */
export const changeEmail = row({ method: 'POST', path: '/change-email', who: 'proven', limit: 5, body: ChangeEmailRequest });

/** Takes effect once the user submits a first code from the app (`verifyTotp`). */
export const enableTwoFactor = row({
  method: 'POST',
  path: '/two-factor/enable',
  who: 'signed in',
  limit: GUESS,
  body: PasswordRequest,
  answer: z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }),
});
export const disableTwoFactor = row({ method: 'POST', path: '/two-factor/disable', who: 'signed in', limit: GUESS, body: PasswordRequest });
export const verifyTotp = row({ method: 'POST', path: '/two-factor/verify-totp', who: 'anybody', limit: GUESS, body: TotpRequest });
/** One of the codes shown when two-factor authentication was set up. Each works once. */
export const verifyRecoveryCode = row({
  method: 'POST',
  path: '/two-factor/verify-backup-code',
  who: 'anybody',
  limit: GUESS,
  body: RecoveryCodeRequest,
});
/** New recovery codes; the earlier ones stop working. */
export const renewRecoveryCodes = row({
  method: 'POST',
  path: '/two-factor/generate-backup-codes',
  who: 'signed in',
  limit: GUESS,
  body: PasswordRequest,
  answer: z.object({ backupCodes: z.array(z.string()) }),
});

/** Input for the browser's own API: Boreal only checks that it is present. */
const Options = z.looseObject({ challenge: z.string() });
export const beginPasskey = row({
  method: 'GET',
  path: '/passkey/generate-register-options',
  who: 'proven',
  limit: CHANGE,
  answer: Options,
});
export const addPasskey = row({
  method: 'POST',
  path: '/passkey/verify-registration',
  who: 'proven',
  limit: CHANGE,
  body: PasskeyRegistration,
});
export const beginPasskeySignIn = row({
  method: 'GET',
  path: '/passkey/generate-authenticate-options',
  who: 'anybody',
  limit: CHANGE,
  answer: Options,
});
export const signInWithPasskey = row({
  method: 'POST',
  path: '/passkey/verify-authentication',
  who: 'anybody',
  limit: GUESS,
  body: PasskeySignIn,
});
export const renamePasskey = row({ method: 'POST', path: '/passkey/update-passkey', who: 'signed in', limit: CHANGE, body: PasskeyName });
export const removePasskey = row({ method: 'POST', path: '/passkey/delete-passkey', who: 'proven', limit: CHANGE, body: PasskeyId });

/** Redirects to an account elsewhere (Google, GitHub) and back; the browser that returns must be the one that left. */
const beginning = { method: 'POST', limit: CHANGE, answer: IdentityBegun } as const;
export const beginIdentity = row({ ...beginning, path: '/identity/begin', who: 'anybody', body: BeginIdentityRequest });
/** To link an account elsewhere, for signing in from now on. */
export const beginIdentityLink = row({ ...beginning, path: '/identity/begin-link', who: 'proven', body: BeginOwnIdentityRequest });
/** To prove that the same person is still present. */
export const beginIdentityProof = row({ ...beginning, path: '/identity/begin-proof', who: 'signed in', body: BeginOwnIdentityRequest });
/**
 * The same limit as for beginning: a network that may begin may also finish. There is nothing to guess: the browser's cookie identifies its
 * attempt.
 */
export const finishIdentity = row({
  method: 'POST',
  path: '/identity/finish',
  who: 'anybody',
  limit: CHANGE,
  body: FinishIdentityRequest,
  answer: IdentityFinished,
});
/** Opens an account for someone whom a provider has identified, once they agree to the terms. */
export const signUpWithIdentity = row({ method: 'POST', path: '/identity/sign-up', who: 'anybody', limit: 5, body: IdentitySignUpRequest });
