import { z } from 'zod';
import { SignUpRequest } from './sign-in.ts';
import { visibleLine } from '../values/visible-text.ts';

/** Providers whose accounts people may sign in with, if the operator has set them up. */
export const IdentityProvider = z.enum(['google', 'github']);
export type IdentityProvider = z.infer<typeof IdentityProvider>;

export const identityProviderNames: Readonly<Record<IdentityProvider, string>> = { google: 'Google', github: 'GitHub' };

/** The console's page to which a provider redirects people. Operators register its full URL with the provider. */
export const callbackPath = (provider: IdentityProvider) => `/sign-in/${provider}`;

/** Minutes that a person may take at the provider, and then to choose whether to open an account. */
export const IDENTITY_MINUTES = 15;

const Text = z.string().min(1).max(2000).overwrite(visibleLine);

/** `next`: the path on this site where the person was going; any other is dropped. */
export const BeginIdentityRequest = z.strictObject({
  provider: IdentityProvider,
  next: z.string().max(500).overwrite(visibleLine).optional(),
  rememberMe: z.boolean().default(true),
});
export const BeginOwnIdentityRequest = BeginIdentityRequest.pick({ provider: true, next: true });
/** The provider's URL, which the browser opens next. */
export const IdentityBegun = z.object({ url: z.string() });

/** What the provider added to the page's URL. */
export const FinishIdentityRequest = z.strictObject({
  provider: IdentityProvider,
  state: Text,
  code: Text.optional(),
  error: Text.optional(),
  iss: Text.optional(),
});
export type FinishIdentityRequest = z.infer<typeof FinishIdentityRequest>;

/**
 * The outcome. `newcomer`: nobody here has this identity; its token opens an account once the person agrees to the terms. The library asks
 * for a second factor by `twoFactorRedirect`, in place of `done`.
 */
export const IdentityFinished = z.looseObject({
  done: z.enum(['signed_in', 'newcomer', 'linked', 'proven']).optional(),
  twoFactorRedirect: z.boolean().optional(),
  next: z.string().optional(),
  newcomer: z.object({ token: z.string(), email: z.string(), name: z.string() }).optional(),
});
export type IdentityFinished = z.infer<typeof IdentityFinished>;

/** As for sign-up with a password, without the address: the provider has already confirmed whose it is and that they can read it. */
export const IdentitySignUpRequest = SignUpRequest.omit({ email: true, password: true, next: true }).extend({ newcomer: Text });
export type IdentitySignUpRequest = z.infer<typeof IdentitySignUpRequest>;

/** An account elsewhere that a person can sign in with. `label`: its name there, such as its address. */
export const Identity = z.object({ provider: IdentityProvider, label: z.string().nullable(), linkedAt: z.iso.datetime() });
export type Identity = z.infer<typeof Identity>;

/** How a person can sign in. */
export const WaysIn = z.object({ password: z.boolean(), identities: z.array(Identity) });
export type WaysIn = z.infer<typeof WaysIn>;
