import { z } from 'zod';
import { SignUpRequest } from './sign-in.ts';
import { visibleLine } from '../values/visible-text.ts';

/** Elsewhere, where people have an account with which they may sign in here, if the operator has set it up. */
export const IdentityProvider = z.enum(['google', 'github']);
export type IdentityProvider = z.infer<typeof IdentityProvider>;

export const identityProviderNames: Readonly<Record<IdentityProvider, string>> = { google: 'Google', github: 'GitHub' };

/** The console's page to which a provider sends people back. Operators register its whole address with the provider. */
export const callbackPath = (provider: IdentityProvider) => `/sign-in/${provider}`;

/** Minutes for which somebody may stay at the provider, and then choose whether to open an account. */
export const IDENTITY_MINUTES = 15;

const Text = z.string().min(1).max(2000).overwrite(visibleLine);

/** `next`: a path of ours where they wanted to go; any other is dropped. */
export const BeginIdentityRequest = z.strictObject({
  provider: IdentityProvider,
  next: z.string().max(500).overwrite(visibleLine).optional(),
  rememberMe: z.boolean().default(true),
});
export const BeginOwnIdentityRequest = BeginIdentityRequest.pick({ provider: true, next: true });
/** Where the browser goes next, at the provider. */
export const IdentityBegun = z.object({ url: z.string() });

/** What the provider has added to our page's address. */
export const FinishIdentityRequest = z.strictObject({
  provider: IdentityProvider,
  state: Text,
  code: Text.optional(),
  error: Text.optional(),
  iss: Text.optional(),
});
export type FinishIdentityRequest = z.infer<typeof FinishIdentityRequest>;

/**
 * What has come of it. `newcomer`: nobody here has this identity; its token opens an account once they have agreed to the terms.
 * The library asks for a second factor by `twoFactorRedirect`, in place of `done`.
 */
export const IdentityFinished = z.looseObject({
  done: z.enum(['signed_in', 'newcomer', 'linked', 'proven']).optional(),
  twoFactorRedirect: z.boolean().optional(),
  next: z.string().optional(),
  newcomer: z.object({ token: z.string(), email: z.string(), name: z.string() }).optional(),
});
export type IdentityFinished = z.infer<typeof IdentityFinished>;

/** As signing up with a password; whose address it is, and that they read it, the provider has said. */
export const IdentitySignUpRequest = SignUpRequest.omit({ email: true, password: true, next: true }).extend({ newcomer: Text });
export type IdentitySignUpRequest = z.infer<typeof IdentitySignUpRequest>;

/** An account elsewhere that signs somebody in. `label`: what it is called there, such as its address. */
export const Identity = z.object({ provider: IdentityProvider, label: z.string().nullable(), linkedAt: z.iso.datetime() });
export type Identity = z.infer<typeof Identity>;

/** By what a person signs in. */
export const WaysIn = z.object({ password: z.boolean(), identities: z.array(Identity) });
export type WaysIn = z.infer<typeof WaysIn>;
