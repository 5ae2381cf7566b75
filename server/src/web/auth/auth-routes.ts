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
} from '@boreal/contract/sign-in.ts';
import type { z } from 'zod';

/** A request that the library answers, and how it is guarded before it sees it. */
export interface AuthRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Requests per clock minute and client network. */
  readonly limit: number;
  /**
   * Whom the door lets pass to the library: anybody, because what is sent proves itself or nothing is told; somebody with a
   * session that runs; or one who has also proven lately that it is them, because it opens or closes a way in.
   */
  readonly who: 'anybody' | 'signed in' | 'proven';
  readonly body?: z.ZodType<object>;
  readonly query?: z.ZodType<Readonly<Record<string, string>>>;
  /** Requests per clock minute that may name the same e-mail address, wherever they come from. */
  readonly perAddress?: number;
  /** The answer must not say, by how long it takes either, whether there is somebody of this address. */
  readonly tellsNothing?: true;
  /** What the library is told besides what was sent. */
  readonly always?: object;
}

const GUESS = 10;
const READ = 120;
const CHANGE = 20;

/** All that can be asked of the library. Whatever it offers besides is not reachable. */
export const authRoutes: readonly AuthRoute[] = [
  { method: 'POST', path: '/sign-in/email', who: 'anybody', limit: GUESS, perAddress: 20, body: SignInRequest },
  { method: 'POST', path: '/sign-out', who: 'anybody', limit: CHANGE },
  { method: 'GET', path: '/get-session', who: 'anybody', limit: READ },

  { method: 'GET', path: '/verify-email', who: 'anybody', limit: GUESS, query: TokenRequest },
  { method: 'POST', path: '/send-verification-email', who: 'anybody', limit: 5, perAddress: 3, tellsNothing: true, body: EmailRequest },
  { method: 'POST', path: '/request-password-reset', who: 'anybody', limit: 5, perAddress: 3, tellsNothing: true, body: EmailRequest },
  { method: 'POST', path: '/reset-password', who: 'anybody', limit: GUESS, body: ResetPasswordRequest },
  {
    method: 'POST',
    path: '/change-password',
    who: 'signed in',
    limit: GUESS,
    body: ChangePasswordRequest,
    always: { revokeOtherSessions: true },
  },
  { method: 'POST', path: '/change-email', who: 'proven', limit: 5, body: ChangeEmailRequest },

  { method: 'POST', path: '/two-factor/enable', who: 'signed in', limit: GUESS, body: PasswordRequest, always: { method: 'totp' } },
  { method: 'POST', path: '/two-factor/disable', who: 'signed in', limit: GUESS, body: PasswordRequest },
  { method: 'POST', path: '/two-factor/verify-totp', who: 'anybody', limit: GUESS, body: TotpRequest },
  { method: 'POST', path: '/two-factor/verify-backup-code', who: 'anybody', limit: GUESS, body: RecoveryCodeRequest },
  { method: 'POST', path: '/two-factor/generate-backup-codes', who: 'signed in', limit: GUESS, body: PasswordRequest },

  { method: 'GET', path: '/passkey/generate-register-options', who: 'proven', limit: CHANGE },
  { method: 'POST', path: '/passkey/verify-registration', who: 'proven', limit: CHANGE, body: PasskeyRegistration },
  { method: 'GET', path: '/passkey/generate-authenticate-options', who: 'anybody', limit: CHANGE },
  { method: 'POST', path: '/passkey/verify-authentication', who: 'anybody', limit: GUESS, body: PasskeySignIn },
  { method: 'GET', path: '/passkey/list-user-passkeys', who: 'signed in', limit: READ },
  { method: 'POST', path: '/passkey/update-passkey', who: 'signed in', limit: CHANGE, body: PasskeyName },
  { method: 'POST', path: '/passkey/delete-passkey', who: 'proven', limit: CHANGE, body: PasskeyId },
];
