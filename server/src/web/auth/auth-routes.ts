import * as rows from '@boreal/contract/auth-endpoints.ts';
import type { z } from 'zod';

/** A request that the library answers, and how it is guarded before it sees it. */
export interface AuthRoute extends rows.AuthRow {
  readonly query?: z.ZodType<Readonly<Record<string, string>>>;
  /** Requests per clock minute that may name the same e-mail address, wherever they come from. */
  readonly perAddress?: number;
  /** The answer must not say, by how long it takes either, whether there is somebody of this address. */
  readonly tellsNothing?: true;
  /**
   * A constraint that refuses whoever comes second of two at once, for the library looks before it writes. Asked once more, it sees
   * what the first one wrote, and does as it would have done a moment later.
   */
  readonly onceMoreAfter?: string;
  /** What the library is told besides what was sent. */
  readonly always?: object;
}

/** All that can be asked of the library. Whatever it offers besides is not reachable. */
export const authRoutes: readonly AuthRoute[] = [
  { ...rows.signIn, perAddress: 20 },
  rows.signOut,
  rows.getSession,

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
  rows.listPasskeys,
  rows.renamePasskey,
  rows.removePasskey,
];
