import { z } from 'zod';
import { EmailText } from './members.ts';
import { Language, type Told } from '../words/language.ts';
import { NameText } from '../values/written-text.ts';
import { schemaSentences } from '../values/schema-sentences.ts';

/** A new password's minimum length. It must also not be easy to guess: see guessable-password.ts. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;
const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
/** A password that is only verified, not set. */
const Password = z.string().min(1, schemaSentences.password.en).max(PASSWORD_MAX);
const Token = z.string().min(1).max(2000);

/** Hours that the link confirming an address is valid, and minutes that the link for setting a new password is valid. */
export const VERIFY_LINK_HOURS = 24;
export const RESET_LINK_MINUTES = 60;

/** The version of the terms and privacy policy that people accept: the date of their last change. */
export const TERMS_VERSION = '2026-11-25';

/** Acceptance of the version in force, by name; an outdated version is refused. */
const AcceptedTerms = z.string().refine((version): boolean => version === TERMS_VERSION, { error: schemaSentences.terms.en });
export const AcceptTermsRequest = z.strictObject({ acceptedTerms: AcceptedTerms });

export const SignUpRequest = z.strictObject({
  name: NameText.meta({ example: 'Aurore Tremblay' }),
  email: EmailText.meta({ example: 'aurore@example.com' }),
  password: NewPassword,
  company: NameText.nullable().default(null),
  language: Language.default('en'),
  acceptedTerms: AcceptedTerms,
  /** The path on this site where they were going: the link that confirms the address leads there. Any other is dropped. */
  next: z.string().max(500).optional(),
  /** The solved puzzle, if this site requires one. */
  work: z.strictObject({ puzzle: z.string().max(500), nonce: z.int().min(0) }).optional(),
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

/** What a browser computes before it opens an account: a nonce for which the hash of `puzzle:nonce` begins with zero bits. */
export const SignUpPuzzle = z.object({ puzzle: z.string(), bits: z.int() });
export type SignUpPuzzle = z.infer<typeof SignUpPuzzle>;

/** How hard a password is to guess; `personal`: it is too close to what others know about its owner. Only the last two are accepted. */
export const PasswordStrength = z.enum(['weak', 'personal', 'good', 'strong']);
export type PasswordStrength = z.infer<typeof PasswordStrength>;
/** A password being typed, and what is known so far of the person it is for. */
export const CheckPasswordRequest = z.strictObject({
  password: NewPassword,
  email: z.string().max(254).default(''),
  name: z.string().max(100).default(''),
  company: z.string().max(100).default(''),
});

export const SignInRequest = z.strictObject({ email: EmailText, password: Password, rememberMe: z.boolean().default(true) });
export const EmailRequest = z.strictObject({ email: EmailText });
export const TokenRequest = z.strictObject({ token: Token });
export const ResetPasswordRequest = z.strictObject({ token: Token, newPassword: NewPassword });
export const ChangePasswordRequest = z.strictObject({ currentPassword: Password, newPassword: NewPassword });
/** Requests a change of address: a link is mailed to the current one, then another to the new one. */
export const ChangeEmailRequest = z.strictObject({ newEmail: EmailText });
/** Omitted by people without a password, who have just proved their identity in another way. */
export const PasswordRequest = z.strictObject({ password: Password.optional() });
export type PasswordRequest = z.infer<typeof PasswordRequest>;

/** The six digits of an authenticator app, or a recovery code. `trustDevice`: do not ask on this device for 30 days. */
export const TotpRequest = z.strictObject({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, schemaSentences.sixDigits.en),
  trustDevice: z.boolean().default(false),
});
export const RecoveryCodeRequest = z.strictObject({
  code: z.string().trim().min(1, schemaSentences.recoveryCode.en).max(40),
  trustDevice: z.boolean().default(false),
});

/** The answer of a browser's authenticator; the library checks its content. */
const PasskeyAnswer = z.looseObject({ id: z.string().min(1).max(2000), response: z.looseObject({}) });
export const PasskeyRegistration = z.strictObject({ response: PasskeyAnswer, name: NameText.optional() });
export const PasskeySignIn = z.strictObject({ response: PasskeyAnswer });
export const PasskeyName = z.strictObject({ id: z.string().min(1).max(100), name: NameText });
export const PasskeyId = z.strictObject({ id: z.string().min(1).max(100) });

/** Minutes that proof of identity remains valid for adding a way in: from signing in, or from giving the password or a code since. */
export const PROOF_MINUTES = 10;
/** Proves the person's identity again, in a live session. */
export const ProofRequest = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('password'), password: Password }),
  z.strictObject({ by: z.literal('code'), code: TotpRequest.shape.code }),
]);
export type ProofRequest = z.infer<typeof ProofRequest>;

/** Why signing in, or a related request, was refused: the library's codes, in Boreal's words. */
export const signInErrors = {
  INVALID_EMAIL_OR_PASSWORD: {
    en: 'Incorrect email or password. Try again, or ask for a new password.',
    fr: 'Courriel ou mot de passe inexact. Réessayez, ou demandez un nouveau mot de passe.',
  },
  EMAIL_NOT_VERIFIED: {
    en: 'This address is not confirmed yet. We sent it a new link.',
    fr: 'Cette adresse n’est pas encore confirmée. Nous y avons envoyé un nouveau lien.',
  },
  WEAK_PASSWORD: {
    en: 'This password is too easy to guess. Use four or more words that have nothing to do with each other, or let a password manager make one up.',
    fr: 'Ce mot de passe est trop facile à deviner. Prenez au moins quatre mots sans rapport entre eux, ou laissez un gestionnaire de mots de passe en créer un.',
  },
  PERSONAL_PASSWORD: {
    en: 'This password is too close to your name or address. Use four or more words that have nothing to do with you or each other, or let a password manager make one up.',
    fr: 'Ce mot de passe ressemble trop à votre nom ou à votre adresse. Prenez au moins quatre mots sans rapport avec vous ni entre eux, ou laissez un gestionnaire de mots de passe en créer un.',
  },
  INVALID_PASSWORD: { en: 'Incorrect password. Try again.', fr: 'Mot de passe inexact. Réessayez.' },
  INVALID_TOKEN: {
    en: 'This link has already been used or is incomplete. Ask for a new one.',
    fr: 'Ce lien a déjà servi ou est incomplet. Demandez-en un nouveau.',
  },
  TOKEN_EXPIRED: { en: 'This link has expired. Ask for a new one.', fr: 'Ce lien a expiré. Demandez-en un nouveau.' },
  SIGN_IN_TO_CHANGE_EMAIL: {
    en: 'Sign in first, then open this link again in the same browser.',
    fr: 'Connectez-vous d’abord, puis ouvrez à nouveau ce lien dans le même navigateur.',
  },
  INVALID_CODE: {
    en: 'Incorrect code. Codes change every 30 seconds: try the next one.',
    fr: 'Ce code est inexact. Les codes changent toutes les 30 secondes : essayez le suivant.',
  },
  CODE_USED: {
    en: 'This code has been used. Wait for the next one: they change every 30 seconds.',
    fr: 'Ce code a déjà servi. Attendez le suivant : ils changent toutes les 30 secondes.',
  },
  INVALID_BACKUP_CODE: {
    en: 'This recovery code is incorrect or has been used. Enter another one.',
    fr: 'Ce code de récupération est inexact ou a déjà servi. Entrez-en un autre.',
  },
  INVALID_TWO_FACTOR_COOKIE: {
    en: 'Signing in took too long. Start over.',
    fr: 'La connexion a pris trop de temps. Recommencez.',
  },
  TWO_FACTOR_UNREADABLE: {
    en: 'This site cannot check your codes right now. Sign in with a passkey if you have one, or contact support.',
    fr: 'Ce site ne peut pas vérifier vos codes pour le moment. Connectez-vous avec une clé d’accès si vous en avez une, ou écrivez au soutien.',
  },
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: {
    en: 'Too many wrong codes. Start over.',
    fr: 'Trop de codes inexacts. Recommencez.',
  },
  ACCOUNT_TEMPORARILY_LOCKED: {
    en: 'Too many wrong codes. Wait 15 minutes, then start over.',
    fr: 'Trop de codes inexacts. Attendez 15 minutes, puis recommencez.',
  },
  TOTP_ALREADY_ENABLED: {
    en: 'An authenticator app is set up already. Turn it off first.',
    fr: 'Une application d’authentification est déjà configurée. Désactivez-la d’abord.',
  },
  TWO_FACTOR_NOT_ENABLED: { en: 'Two-factor authentication is off.', fr: 'L’authentification à deux facteurs est désactivée.' },
  TOTP_NOT_ENABLED: { en: 'No authenticator app is set up.', fr: 'Aucune application d’authentification n’est configurée.' },
  BACKUP_CODES_NOT_ENABLED: { en: 'There are no recovery codes.', fr: 'Il n’y a pas de codes de récupération.' },
  CHALLENGE_NOT_FOUND: {
    en: 'The passkey took too long. Try again.',
    fr: 'La clé d’accès a mis trop de temps. Réessayez.',
  },
  PASSKEY_NOT_FOUND: {
    en: 'This passkey is not registered here. Sign in another way.',
    fr: 'Cette clé d’accès n’est pas enregistrée ici. Connectez-vous autrement.',
  },
  AUTHENTICATION_FAILED: {
    en: 'The passkey was not accepted. Try again, or sign in with your password.',
    fr: 'La clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous avec votre mot de passe.',
  },
  FAILED_TO_VERIFY_REGISTRATION: {
    en: 'The passkey could not be set up. Try again.',
    fr: 'La clé d’accès n’a pas pu être configurée. Réessayez.',
  },
  LAST_WAY_IN: {
    en: 'This is the only way you sign in. Set a password or add another way first.',
    fr: 'C’est votre seul moyen de connexion. Choisissez d’abord un mot de passe ou ajoutez un autre moyen.',
  },
  IDENTITY_NOT_OFFERED: {
    en: 'This site does not offer that way to sign in. Use your password or a passkey.',
    fr: 'Ce site n’offre pas ce moyen de connexion. Utilisez votre mot de passe ou une clé d’accès.',
  },
  IDENTITY_ATTEMPT_OVER: {
    en: 'This sign-in was begun in another browser, took too long or is already done. Start over.',
    fr: 'Cette connexion a été commencée dans un autre navigateur, a pris trop de temps ou est déjà terminée. Recommencez.',
  },
  IDENTITY_CANCELLED: {
    en: 'You did not go through with it, so nothing has changed. Try again, or sign in another way.',
    fr: 'Vous n’êtes pas allé jusqu’au bout ; rien n’a changé. Réessayez, ou connectez-vous autrement.',
  },
  IDENTITY_PROVIDER_AWAY: {
    en: 'The other site is not answering. Try again in a few minutes, or sign in another way.',
    fr: 'L’autre site ne répond pas. Réessayez dans quelques minutes, ou connectez-vous autrement.',
  },
  IDENTITY_PROVIDER_REFUSED: {
    en: 'The other site did not confirm who you are. Start over, or sign in another way.',
    fr: 'L’autre site n’a pas confirmé votre identité. Recommencez, ou connectez-vous autrement.',
  },
  IDENTITY_EMAIL_UNVERIFIED: {
    en: 'Your account there has no confirmed email address. Confirm it there and come back, or sign up with your address and a password.',
    fr: 'Votre compte là-bas n’a pas d’adresse de courriel confirmée. Confirmez-la là-bas et revenez, ou inscrivez-vous avec votre adresse et un mot de passe.',
  },
  IDENTITY_EMAIL_KNOWN: {
    en: 'There is already an account with this email address. Sign in as you usually do; you can then add this way under Profile & security.',
    fr: 'Un compte existe déjà avec cette adresse de courriel. Connectez-vous comme d’habitude ; vous pourrez ensuite ajouter ce moyen sous Profil et sécurité.',
  },
  IDENTITY_TAKEN: {
    en: 'That account already signs in someone else here. Remove it there first, or choose another.',
    fr: 'Ce compte connecte déjà quelqu’un d’autre ici. Retirez-le d’abord là-bas, ou choisissez-en un autre.',
  },
  IDENTITY_ALREADY_LINKED: {
    en: 'Another account of that site already signs you in. Remove it first.',
    fr: 'Un autre compte de ce site vous connecte déjà. Retirez-le d’abord.',
  },
  IDENTITY_NOT_YOURS: {
    en: 'That account does not sign you in here. Choose the one you added.',
    fr: 'Ce compte ne vous connecte pas ici. Choisissez celui que vous avez ajouté.',
  },
  IDENTITY_NEEDS_CODE: {
    en: 'Two-factor authentication is on. Confirm with a code from your app.',
    fr: 'L’authentification à deux facteurs est activée. Confirmez avec un code de votre application.',
  },
  PREVIOUSLY_REGISTERED: { en: 'This passkey is set up already.', fr: 'Cette clé d’accès est déjà configurée.' },
} as const satisfies Record<string, Told>;
export type SignInError = keyof typeof signInErrors;

/** A browser in which a person is signed in. Its token is not included. */
export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Session = z.infer<typeof Session>;
