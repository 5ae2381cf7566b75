import type { AccessChange } from '@boreal/contract/account/notices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { OperatorRole } from '@boreal/contract/operator/role.ts';
import { operatorRoleNames } from '@boreal/contract/operator/roles.ts';
import { plainName } from '../plain-name.ts';

interface Told {
  readonly subject: string;
  readonly happened: string;
}

/** A change to how a person signs in, in words; `name` is that of the key, passkey, person or account, if any. */
export const accessChanges: Readonly<Record<AccessChange, Readonly<Record<Language, (name: string) => Told>>>> = {
  data_exported: {
    en: () => ({
      subject: 'Your account’s data was downloaded',
      happened: 'All data of your account was downloaded as a file: servers, money, members, tickets and the audit log.',
    }),
    fr: () => ({
      subject: 'Les données de votre compte ont été téléchargées',
      happened:
        'Toutes les données de votre compte ont été téléchargées dans un fichier : serveurs, transactions, membres, billets et journal d’audit.',
    }),
  },
  passkey_added: {
    en: () => ({ subject: 'A passkey was added', happened: 'A passkey was added to your sign-in. It signs in without your password.' }),
    fr: () => ({
      subject: 'Une clé d’accès a été ajoutée',
      happened: 'Une clé d’accès a été ajoutée à votre connexion. Elle permet de se connecter sans votre mot de passe.',
    }),
  },
  passkey_removed: {
    en: () => ({ subject: 'A passkey was removed', happened: 'A passkey was removed and no longer signs you in.' }),
    fr: () => ({
      subject: 'Une clé d’accès a été retirée',
      happened: 'Une clé d’accès a été retirée et ne permet plus de vous connecter.',
    }),
  },
  identity_linked: {
    en: (name) => ({
      subject: 'A new way to sign in was added',
      happened: `${name} was added to your sign-in. Whoever is signed in to that account can sign in as you.`,
    }),
    fr: (name) => ({
      subject: 'Un nouveau moyen de connexion a été ajouté',
      happened: `${name} a été ajouté à votre connexion. Quiconque a accès à ce compte peut se connecter à votre place.`,
    }),
  },
  identity_unlinked: {
    en: (name) => ({ subject: 'A way to sign in was removed', happened: `${name} was removed and no longer signs you in.` }),
    fr: (name) => ({
      subject: 'Un moyen de connexion a été retiré',
      happened: `${name} a été retiré et ne permet plus de vous connecter.`,
    }),
  },
  two_factor_on: {
    en: () => ({
      subject: 'Two-factor authentication is on',
      happened: 'Two-factor authentication was turned on. A code from your authenticator app is now asked for after your password.',
    }),
    fr: () => ({
      subject: 'L’authentification à deux facteurs est activée',
      happened:
        'L’authentification à deux facteurs a été activée. Un code de votre application d’authentification est désormais demandé après votre mot de passe.',
    }),
  },
  two_factor_off: {
    en: () => ({
      subject: 'Two-factor authentication is off',
      happened: 'Two-factor authentication was turned off. Signing in no longer asks for a code.',
    }),
    fr: () => ({
      subject: 'L’authentification à deux facteurs est désactivée',
      happened: 'L’authentification à deux facteurs a été désactivée. Aucun code n’est plus demandé à la connexion.',
    }),
  },
  recovery_codes_renewed: {
    en: () => ({ subject: 'New recovery codes', happened: 'New recovery codes were created. The codes you had no longer work.' }),
    fr: () => ({
      subject: 'Nouveaux codes de récupération',
      happened: 'De nouveaux codes de récupération ont été créés. Les anciens ne fonctionnent plus.',
    }),
  },
  password_changed: {
    en: () => ({ subject: 'Your password was changed', happened: 'Your password was changed. You are signed out everywhere else.' }),
    fr: () => ({
      subject: 'Votre mot de passe a été changé',
      happened: 'Votre mot de passe a été changé. Vous êtes déconnecté partout ailleurs.',
    }),
  },
  rest_key_created: {
    en: (name) => ({
      subject: 'An API key was created',
      happened: `The API key “${name}” was created in your name. Whoever holds it can run and stop servers.`,
    }),
    fr: (name) => ({
      subject: 'Une clé API a été créée',
      happened: `La clé API « ${name} » a été créée en votre nom. Qui la détient peut lancer et arrêter des serveurs.`,
    }),
  },
  mcp_key_created: {
    en: (name) => ({ subject: 'A key for an agent was created', happened: `The agent key “${name}” was created in your name.` }),
    fr: (name) => ({ subject: 'Une clé d’agent a été créée', happened: `La clé d’agent « ${name} » a été créée en votre nom.` }),
  },
  mcp_key_changed: {
    en: (name) => ({ subject: 'An agent’s limits were changed', happened: `What the agent key “${name}” may do and spend was changed.` }),
    fr: (name) => ({
      subject: 'Les limites d’un agent ont été changées',
      happened: `Ce que la clé d’agent « ${name} » peut faire et dépenser a été changé.`,
    }),
  },
  member_invited: {
    en: (name) => ({ subject: 'You invited someone', happened: `An invitation to your account was sent to ${name} in your name.` }),
    fr: (name) => ({
      subject: 'Vous avez invité quelqu’un',
      happened: `Une invitation à votre compte a été envoyée à ${name} en votre nom.`,
    }),
  },
  member_role_changed: {
    en: (name) => ({ subject: 'You changed a member’s role', happened: `The role of ${name} in your account was changed in your name.` }),
    fr: (name) => ({
      subject: 'Vous avez changé le rôle d’un membre',
      happened: `Le rôle de ${name} dans votre compte a été changé en votre nom.`,
    }),
  },
  member_removed: {
    en: (name) => ({ subject: 'You removed a member', happened: `${name} was removed from your account in your name.` }),
    fr: (name) => ({ subject: 'Vous avez retiré un membre', happened: `${name} a été retiré de votre compte en votre nom.` }),
  },
  own_role_changed: {
    en: (account) => ({
      subject: 'Your role in an account was changed',
      happened: `Your role in the account ${plainName(account)} was changed. The console shows what you may do there now.`,
    }),
    fr: (account) => ({
      subject: 'Votre rôle dans un compte a été changé',
      happened: `Votre rôle dans le compte ${plainName(account)} a été changé. La console indique ce que vous pouvez y faire désormais.`,
    }),
  },
  removed_from_account: {
    en: (account) => ({
      subject: 'You no longer belong to an account',
      happened: `You were removed from the account ${plainName(account)} and no longer have access to it.`,
    }),
    fr: (account) => ({
      subject: 'Vous ne faites plus partie d’un compte',
      happened: `Vous avez été retiré du compte ${plainName(account)} et n’y avez plus accès.`,
    }),
  },
  account_left: {
    en: (account) => ({
      subject: 'You left an account',
      happened: `You left the account ${plainName(account)} and no longer have access to it.`,
    }),
    fr: (account) => ({
      subject: 'Vous avez quitté un compte',
      happened: `Vous avez quitté le compte ${plainName(account)} et n’y avez plus accès.`,
    }),
  },
  made_operator: {
    en: (role) => ({
      subject: 'You are now an operator',
      happened: `You may now operate this site, in the role ${roleIn(role, 'en')}.`,
    }),
    fr: (role) => ({
      subject: 'Vous êtes maintenant exploitant',
      happened: `Vous pouvez désormais exploiter ce site, dans le rôle ${roleIn(role, 'fr')}.`,
    }),
  },
  operator_role_changed: {
    en: (role) => ({
      subject: 'Your role as an operator was changed',
      happened: `You now operate this site in the role ${roleIn(role, 'en')}.`,
    }),
    fr: (role) => ({
      subject: 'Votre rôle d’exploitant a été changé',
      happened: `Vous exploitez désormais ce site dans le rôle ${roleIn(role, 'fr')}.`,
    }),
  },
  operator_removed: {
    en: () => ({
      subject: 'You are no longer an operator',
      happened: 'You may no longer operate this site. Your own accounts stay yours.',
    }),
    fr: () => ({
      subject: 'Vous n’êtes plus exploitant',
      happened: 'Vous ne pouvez plus exploiter ce site. Vos propres comptes restent les vôtres.',
    }),
  },
  operator_set: {
    en: (name) => ({ subject: 'You changed an operator’s role', happened: `What ${name} may do as an operator was changed in your name.` }),
    fr: (name) => ({
      subject: 'Vous avez changé le rôle d’un exploitant',
      happened: `Ce que ${name} peut faire comme exploitant a été changé en votre nom.`,
    }),
  },
};

/** An operator's role in words; mails from before roles existed name none, and were about owners. */
function roleIn(role: string, language: Language): string {
  return operatorRoleNames[OperatorRole.catch('owner').parse(role)][language];
}
