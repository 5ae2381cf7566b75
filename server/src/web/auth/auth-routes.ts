import * as rows from '@boreal/contract/api/auth-endpoints.ts';
import type { AuthRow } from '@boreal/contract/api/auth-row.ts';
import * as ofSession from '@boreal/contract/api/session-endpoints.ts';
import type { z } from 'zod';

/** A request that the library answers, and the checks before it. */
export interface AuthRoute extends AuthRow {
  readonly query?: z.ZodType<Readonly<Record<string, string>>>;
  /** Requests per clock minute that may name the same e-mail address, from anywhere. */
  readonly perAddress?: number;
  /** Neither the answer nor its timing may reveal whether anybody has this address. */
  readonly tellsNothing?: true;
  /**
   * The constraint that rejects the second of two simultaneous requests, because the library reads before it writes. The request is
   * repeated once: it then sees what the first one wrote, and behaves as it would have a moment later.
   */
  readonly onceMoreAfter?: string;
  /** What the library receives besides the request. */
  readonly always?: object;
}

/** All requests that the library answers. Nothing else that it offers is reachable. */
export const authRoutes: readonly AuthRoute[] = [
  { ...rows.signIn, perAddress: 20 },
  ofSession.signOut,
  ofSession.getSession,

  rows.verifyEmail,
  { ...rows.sendVerificationEmail, perAddress: 3, tellsNothing: true },
  { ...rows.requestPasswordReset, perAddress: 3, tellsNothing: true },
  rows.resetPassword,
  { ...rows.changePassword, always: { revokeOtherSessions: true } },
  rows.changeEmail,

  { ...rows.enableTwoFactor, always: { method: 'totp' }, onceMoreAfter: 'two_factors_user_id_key' },
  rows.disableTwoFactor,
  rows.verifyTotp,
  rows.verifyRecoveryCode,
  rows.renewRecoveryCodes,

  rows.beginPasskey,
  rows.addPasskey,
  rows.beginPasskeySignIn,
  rows.signInWithPasskey,
  ofSession.listPasskeys,
  rows.renamePasskey,
  rows.removePasskey,

  rows.beginIdentity,
  rows.beginIdentityLink,
  rows.beginIdentityProof,
  rows.finishIdentity,
  rows.signUpWithIdentity,
];
