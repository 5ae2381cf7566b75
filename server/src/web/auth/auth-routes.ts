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
  readonly body?: z.ZodType<object>;
  readonly query?: z.ZodType<Readonly<Record<string, string>>>;
  /** Requests per clock minute that may name the same e-mail address, wherever they come from. */
  readonly perAddress?: number;
  /** What the library is told besides what was sent. */
  readonly always?: object;
}

const GUESS = 10;
const READ = 120;
const CHANGE = 20;

/** All that can be asked of the library. Whatever it offers besides is not reachable. */
export const authRoutes: readonly AuthRoute[] = [
  { method: 'POST', path: '/sign-in/email', limit: GUESS, perAddress: 20, body: SignInRequest },
  { method: 'POST', path: '/sign-out', limit: CHANGE },
  { method: 'GET', path: '/get-session', limit: READ },

  { method: 'GET', path: '/verify-email', limit: GUESS, query: TokenRequest },
  { method: 'POST', path: '/send-verification-email', limit: 5, perAddress: 3, body: EmailRequest },
  { method: 'POST', path: '/request-password-reset', limit: 5, perAddress: 3, body: EmailRequest },
  { method: 'POST', path: '/reset-password', limit: GUESS, body: ResetPasswordRequest },
  { method: 'POST', path: '/change-password', limit: GUESS, body: ChangePasswordRequest, always: { revokeOtherSessions: true } },
  { method: 'POST', path: '/change-email', limit: 5, body: ChangeEmailRequest },

  { method: 'POST', path: '/two-factor/enable', limit: GUESS, body: PasswordRequest, always: { method: 'totp' } },
  { method: 'POST', path: '/two-factor/disable', limit: GUESS, body: PasswordRequest },
  { method: 'POST', path: '/two-factor/verify-totp', limit: GUESS, body: TotpRequest },
  { method: 'POST', path: '/two-factor/verify-backup-code', limit: GUESS, body: RecoveryCodeRequest },
  { method: 'POST', path: '/two-factor/generate-backup-codes', limit: GUESS, body: PasswordRequest },

  { method: 'GET', path: '/passkey/generate-register-options', limit: CHANGE },
  { method: 'POST', path: '/passkey/verify-registration', limit: CHANGE, body: PasskeyRegistration },
  { method: 'GET', path: '/passkey/generate-authenticate-options', limit: CHANGE },
  { method: 'POST', path: '/passkey/verify-authentication', limit: GUESS, body: PasskeySignIn },
  { method: 'GET', path: '/passkey/list-user-passkeys', limit: READ },
  { method: 'POST', path: '/passkey/update-passkey', limit: CHANGE, body: PasskeyName },
  { method: 'POST', path: '/passkey/delete-passkey', limit: CHANGE, body: PasskeyId },
];
