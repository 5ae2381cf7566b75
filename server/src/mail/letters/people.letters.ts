import { doneByOthers } from '@boreal/contract/account/notices.ts';
import { keyTextPrefixes } from '@boreal/contract/people/keys.ts';
import { frenchRoles } from '@boreal/contract/error-words/access.words.ts';
import { letter } from '../letter.ts';
import { accessChanges } from './access-changes.ts';

/** Signing up, signing in, keys and members. */
export const peopleLetters = {
  welcome: letter('welcome', {
    en: ({ data, links }) => ({
      subject: 'Welcome to Boreal',
      paragraphs: [
        `Hello ${data.name}, your account is open.`,
        'Add credit, add your SSH public key, and deploy your first GPU server from the console; or create an API key and let your own tools do it.',
      ],
      action: { label: 'Open the console', url: links.console },
    }),
    fr: ({ data, links }) => ({
      subject: 'Bienvenue chez Boreal',
      paragraphs: [
        `Bonjour ${data.name}, votre compte est ouvert.`,
        'Ajoutez du crédit et votre clé SSH publique, puis déployez votre premier serveur GPU depuis la console ; ou créez une clé API et laissez faire vos propres outils.',
      ],
      action: { label: 'Ouvrir la console', url: links.console },
    }),
  }),

  signed_up_again: letter('signed_up_again', {
    en: ({ data, links }) => ({
      subject: 'You already have an account',
      paragraphs: [
        `Hello ${data.name}, someone, hopefully you, signed up with this address, which already has an account. Nothing was changed.`,
        'Sign in with your password; if you forgot it, reset it on the sign-in page.',
      ],
      action: { label: 'Sign in', url: links.login },
    }),
    fr: ({ data, links }) => ({
      subject: 'Vous avez déjà un compte',
      paragraphs: [
        `Bonjour ${data.name}, quelqu’un, sans doute vous, s’est inscrit avec cette adresse, qui a déjà un compte. Rien n’a été changé.`,
        'Connectez-vous avec votre mot de passe ; si vous l’avez oublié, réinitialisez-le sur la page de connexion.',
      ],
      action: { label: 'Se connecter', url: links.login },
    }),
  }),

  verify_email: letter('verify_email', {
    en: ({ data, links, token, say }) => ({
      subject: 'Confirm your email address',
      paragraphs: [
        `Confirm that this address is yours. The link works once, until ${say.time(data.expiresAt)}.`,
        'If this wasn’t you, ignore this email.',
      ],
      action: { label: 'Confirm the address', url: links.verifyEmail(token, data.next) },
    }),
    fr: ({ data, links, token, say }) => ({
      subject: 'Confirmez votre adresse de courriel',
      paragraphs: [
        `Confirmez que cette adresse est la vôtre. Le lien fonctionne une seule fois, jusqu’au ${say.time(data.expiresAt)}.`,
        'Si ce n’est pas vous, ignorez ce courriel.',
      ],
      action: { label: 'Confirmer l’adresse', url: links.verifyEmail(token, data.next) },
    }),
  }),

  reset_password: letter('reset_password', {
    en: ({ data, links, token, say }) => ({
      subject: 'Choose a new password',
      paragraphs: [
        `Someone, hopefully you, asked for a new password. The link works once, until ${say.time(data.expiresAt)}.`,
        'If this wasn’t you, ignore this email: your password stays the same.',
      ],
      action: { label: 'Choose a password', url: links.resetPassword(token) },
    }),
    fr: ({ data, links, token, say }) => ({
      subject: 'Choisissez un nouveau mot de passe',
      paragraphs: [
        `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe. Le lien fonctionne une seule fois, jusqu’au ${say.time(data.expiresAt)}.`,
        'Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.',
      ],
      action: { label: 'Choisir un mot de passe', url: links.resetPassword(token) },
    }),
  }),

  email_change_asked: letter('email_change_asked', {
    en: ({ data, links, token, say }) => ({
      subject: 'Change your email address?',
      paragraphs: [
        `Someone, hopefully you, wants to sign in with ${data.newEmail} instead of this address. To continue, open the link where you are signed in, before ${say.time(data.expiresAt)}. We then send a second link to the new address.`,
        'If this wasn’t you, change your password: without this link, nothing changes.',
      ],
      action: { label: 'Continue', url: links.verifyEmail(token) },
    }),
    fr: ({ data, links, token, say }) => ({
      subject: 'Changer votre adresse de courriel ?',
      paragraphs: [
        `Quelqu’un, sans doute vous, veut se connecter avec ${data.newEmail} plutôt qu’avec cette adresse. Pour continuer, ouvrez le lien là où vous êtes connecté, avant le ${say.time(data.expiresAt)}. Un second lien est alors envoyé à la nouvelle adresse.`,
        'Si ce n’était pas vous, changez votre mot de passe : sans ce lien, rien ne change.',
      ],
      action: { label: 'Continuer', url: links.verifyEmail(token) },
    }),
  }),

  email_change_new: letter('email_change_new', {
    en: ({ data, links, token, say }) => ({
      subject: 'Confirm your new email address',
      paragraphs: [
        `This address will replace ${data.oldEmail} on Boreal. Open the link where you are signed in, before ${say.time(data.expiresAt)}; from then on you sign in with this address.`,
        'If this wasn’t you, ignore this email: the address will not be used.',
      ],
      action: { label: 'Confirm the new address', url: links.verifyEmail(token) },
    }),
    fr: ({ data, links, token, say }) => ({
      subject: 'Confirmez votre nouvelle adresse de courriel',
      paragraphs: [
        `Cette adresse doit remplacer ${data.oldEmail} chez Boreal. Ouvrez le lien là où vous êtes connecté, avant le ${say.time(data.expiresAt)} ; vous vous connecterez ensuite avec cette adresse.`,
        'Si ce n’est pas vous, ignorez ce courriel : l’adresse ne sera pas utilisée.',
      ],
      action: { label: 'Confirmer la nouvelle adresse', url: links.verifyEmail(token) },
    }),
  }),

  email_changed: letter('email_changed', {
    en: ({ data, links }) => ({
      subject: 'Your email address was changed',
      paragraphs: [
        `You now sign in with ${data.newEmail}, and email from Boreal goes there. This address is no longer used.`,
        'If this wasn’t you, someone else has access to your account: contact us immediately. Our address is on the page below, which needs no sign-in.',
      ],
      action: { label: 'How to reach us', url: links.company('en') },
    }),
    fr: ({ data, links }) => ({
      subject: 'Votre adresse de courriel a été changée',
      paragraphs: [
        `Vous vous connectez désormais avec ${data.newEmail}, où vont aussi les courriels de Boreal. Cette adresse ne sert plus.`,
        'Si ce n’était pas vous, quelqu’un d’autre a accès à votre compte : écrivez-nous immédiatement. Notre adresse figure sur la page ci-dessous, qui ne demande pas de connexion.',
      ],
      action: { label: 'Comment nous joindre', url: links.company('fr') },
    }),
  }),

  access_changed: letter('access_changed', {
    en: ({ data, links, say }) => ({
      subject: accessChanges[data.what].en(data.name ?? '').subject,
      paragraphs: [
        accessChanges[data.what].en(data.name ?? '').happened,
        doneByOthers.includes(data.what)
          ? 'Someone who manages the account did this. If you did not expect it, ask the owners of the account or contact support.'
          : 'If this was you, there is nothing to do. If not, someone else has access to your account: choose a new password immediately, which signs them out, then undo this on the page below.',
      ],
      facts: [['When', say.time(data.at)], ...(data.by === null ? [] : [['From the address', data.by] as const])],
      action: { label: 'Review your security settings', url: links.security },
    }),
    fr: ({ data, links, say }) => ({
      subject: accessChanges[data.what].fr(data.name ?? '').subject,
      paragraphs: [
        accessChanges[data.what].fr(data.name ?? '').happened,
        doneByOthers.includes(data.what)
          ? 'Une personne qui gère le compte a fait ce changement. Si vous ne vous y attendiez pas, adressez-vous aux propriétaires du compte ou au soutien.'
          : 'Si c’était vous, il n’y a rien à faire. Sinon, quelqu’un d’autre a accès à votre compte : choisissez immédiatement un nouveau mot de passe, ce qui le déconnecte, puis annulez ce changement à la page ci-dessous.',
      ],
      facts: [['Quand', say.time(data.at)], ...(data.by === null ? [] : [['Depuis l’adresse', data.by] as const])],
      action: { label: 'Vérifier mes paramètres de sécurité', url: links.security },
    }),
  }),

  member_invited: letter('member_invited', {
    en: ({ data, links, token, say }) => ({
      subject: `${data.invitedBy} invited you to join ${data.accountName}`,
      paragraphs: [
        `${data.invitedBy} invited you to join the account ${data.accountName} on Boreal, with the role “${data.role}”. Accept before ${say.time(data.expiresAt)}.`,
        'If you were not expecting this, ignore this email.',
      ],
      action: { label: 'Accept', url: links.invitation(token) },
    }),
    fr: ({ data, links, token, say }) => ({
      subject: `${data.invitedBy} vous invite à rejoindre ${data.accountName}`,
      paragraphs: [
        `${data.invitedBy} vous invite à rejoindre le compte ${data.accountName} chez Boreal, avec le rôle « ${frenchRoles[data.role]} ». Acceptez avant le ${say.time(data.expiresAt)}.`,
        'Si vous n’attendiez pas cette invitation, ignorez ce courriel.',
      ],
      action: { label: 'Accepter', url: links.invitation(token) },
    }),
  }),

  key_expiring: letter('key_expiring', {
    en: ({ data, links, say }) => ({
      subject: `The key “${data.name}” expires on ${say.date(data.expiresAt)}`,
      paragraphs: [
        'From then on, requests that use it are refused. Create a new key, use it wherever this one is used, then revoke this one.',
      ],
      facts: [
        ['Key', data.name],
        ['Starts with', data.prefix],
        ['Expires', say.time(data.expiresAt)],
      ],
      action: { label: 'View keys', url: isAgentKey(data.prefix) ? links.agents : links.apiKeys },
    }),
    fr: ({ data, links, say }) => ({
      subject: `La clé « ${data.name} » expire le ${say.date(data.expiresAt)}`,
      paragraphs: [
        'À partir de là, les requêtes avec cette clé sont refusées. Créez-en une nouvelle, utilisez-la partout où celle-ci sert, puis révoquez celle-ci.',
      ],
      facts: [
        ['Clé', data.name],
        ['Commence par', data.prefix],
        ['Expiration', say.time(data.expiresAt)],
      ],
      action: { label: 'Voir les clés', url: isAgentKey(data.prefix) ? links.agents : links.apiKeys },
    }),
  }),

  account_suspended: letter('account_suspended', {
    en: ({ data, links }) => ({
      subject: `Your account ${data.accountName} is suspended`,
      paragraphs: [
        `We have suspended the account “${data.accountName}”. The reason: ${data.reason}`,
        'You can still read everything, stop and delete servers, and contact support. Nothing can be bought, deployed or started, and servers billed by the hour are hibernated at the end of the hour already paid. Their system disks are kept; work disks may be empty when you resume them.',
        'Contact support if you think this is a mistake, or to have the account reactivated.',
      ],
      action: { label: 'Open the console', url: links.console },
    }),
    fr: ({ data, links }) => ({
      subject: `Votre compte ${data.accountName} est suspendu`,
      paragraphs: [
        `Nous avons suspendu le compte « ${data.accountName} ». La raison : ${data.reason}`,
        'Vous pouvez toujours tout lire, arrêter et supprimer des serveurs, et écrire au soutien. Rien ne peut être acheté, déployé ni démarré, et les serveurs facturés à l’heure sont mis en hibernation à la fin de l’heure payée. Leurs disques système sont conservés ; leurs disques de travail peuvent être vides à la reprise.',
        'Écrivez au soutien si vous pensez que c’est une erreur, ou pour faire réactiver le compte.',
      ],
      action: { label: 'Ouvrir la console', url: links.console },
    }),
  }),

  account_reactivated: letter('account_reactivated', {
    en: ({ data, links }) => ({
      subject: `Your account ${data.accountName} is active again`,
      paragraphs: [
        `The account “${data.accountName}” is no longer suspended. Nothing restarts automatically: resume the servers you need.`,
      ],
      action: { label: 'Open the console', url: links.console },
    }),
    fr: ({ data, links }) => ({
      subject: `Votre compte ${data.accountName} est réactivé`,
      paragraphs: [
        `Le compte « ${data.accountName} » n’est plus suspendu. Rien ne redémarre automatiquement : reprenez les serveurs dont vous avez besoin.`,
      ],
      action: { label: 'Ouvrir la console', url: links.console },
    }),
  }),
} as const;

/** Agents' keys have their own page. */
function isAgentKey(prefix: string): boolean {
  return prefix.startsWith(keyTextPrefixes.mcp);
}
