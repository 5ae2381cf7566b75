import type { AgentNeed, ErrorDetails } from '../errors/details.ts';
import type { Told } from '../words/language.ts';
import type { MemberRole } from '../people/members.ts';
import { roleRefusal } from '../operator/roles.ts';
import type { ErrorWords } from './told-error.ts';

/** Who may do what: keys, sessions, roles, operators. */
export const accessWords = {
  Unauthorized: ({ reason, who }) => keyRefusals[who ?? 'program'][reason],
  NOT_SIGNED_IN: () => ({
    en: 'You are not signed in, or your session has ended. Sign in and try again.',
    fr: 'Vous n’êtes pas connecté, ou votre session est terminée. Connectez-vous et réessayez.',
  }),
  FORBIDDEN_ORIGIN: ({ siteUrl, who }) =>
    who === 'agent'
      ? {
          en: `Pages of other sites may not call this endpoint. Send no Origin header, as agents do, or "Origin: ${siteUrl}".`,
          fr: `Les pages d’autres sites ne peuvent pas appeler ce point d’accès. N’envoyez pas d’en-tête Origin, comme font les agents, ou « Origin: ${siteUrl} ».`,
        }
      : {
          en: `A write request must carry the header "Origin: ${siteUrl}". Add it and send the request again.`,
          fr: `Une écriture doit porter l’en-tête « Origin: ${siteUrl} ». Ajoutez-le et renvoyez la requête.`,
        },
  PERMISSION_DENIED: (denied) => {
    switch (denied.who) {
      case 'agent':
        return deniedPermission[denied.need];
      case 'operator':
        return roleRefusal(denied);
      case 'key':
        return {
          en: 'API keys cannot do this. Sign in to the console to do it.',
          fr: 'Une clé ne peut pas faire cela, quels que soient les droits de son propriétaire. Connectez-vous à la console pour le faire.',
        };
      default:
        return {
          en: `Your role in this account (${denied.who}) does not allow this. Ask an owner to do it, or to give you another role.`,
          fr: `Votre rôle dans ce compte (${frenchRoles[denied.who]}) ne le permet pas. Demandez-le à un propriétaire, ou demandez-lui un autre rôle.`,
        };
    }
  },
  PROOF_REQUIRED: () => ({
    en: 'Confirm that it is you: enter your password or a code from your authenticator app, then try again.',
    fr: 'Confirmez que c’est bien vous : entrez votre mot de passe ou un code de votre application d’authentification, puis réessayez.',
  }),
  SECOND_FACTOR_REQUIRED: ({ has }) =>
    has === 'passkey'
      ? {
          en: 'You signed in with your password alone. Sign out, sign in with your passkey, then try again.',
          fr: 'Vous vous êtes connecté avec votre seul mot de passe. Déconnectez-vous, connectez-vous avec votre clé d’accès, puis réessayez.',
        }
      : {
          en: 'Operators sign in with a second factor. Set up two-factor authentication on your profile page, then continue.',
          fr: 'Les exploitants se connectent avec un second facteur. Configurez l’authentification à deux facteurs dans votre profil, puis continuez.',
        },
  SECOND_OPERATOR_REQUIRED: () => ({
    en: 'You asked for this yourself. Another operator must approve it.',
    fr: 'Vous l’avez demandé vous-même. Un autre exploitant doit l’approuver.',
  }),
  NETWORK_NOT_ALLOWED: () => ({
    en: 'Operators can only work from certain networks, and this is not one of them. Connect from one of those, then try again.',
    fr: 'Les exploitants ne travaillent qu’à partir de certains réseaux, et celui-ci n’en fait pas partie. Connectez-vous à partir de l’un d’eux, puis réessayez.',
  }),
  REQUEST_NOT_WAITING: ({ status }) => notWaiting[status],
  REQUEST_OUTDATED: ({ of }) => outdated[of],
} as const satisfies Partial<ErrorWords>;

const keyRefusals = {
  agent: {
    NO_API_KEY: {
      en: 'This endpoint needs an MCP key. Send it as "Authorization: Bearer svc_mcp_…".',
      fr: 'Ce point d’accès demande une clé MCP. Envoyez-la ainsi : « Authorization: Bearer svc_mcp_… ».',
    },
    INVALID_API_KEY: {
      en: 'This MCP key is not accepted: it is unknown, expired or revoked, or it is a REST key. Create an MCP key in the console.',
      fr: 'Cette clé MCP n’est pas acceptée : inconnue, expirée ou révoquée, ou c’est une clé REST. Créez une clé MCP dans la console.',
    },
  },
  program: {
    NO_API_KEY: {
      en: 'This request needs an API key. Send it as "Authorization: Bearer gpu_…".',
      fr: 'Cette requête demande une clé API. Envoyez-la ainsi : « Authorization: Bearer gpu_… ».',
    },
    INVALID_API_KEY: {
      en: 'This API key is not accepted here: it is unknown, expired, revoked, of another kind, or read only. Create one in the console.',
      fr: 'Cette clé API n’est pas acceptée ici : inconnue, expirée, révoquée, d’un autre type ou en lecture seule. Créez-en une dans la console.',
    },
  },
} as const satisfies Record<'agent' | 'program', Record<ErrorDetails['Unauthorized']['reason'], Told>>;

export const frenchRoles = {
  owner: 'propriétaire',
  billing: 'facturation',
  developer: 'développement',
  viewer: 'lecture',
} as const satisfies Record<MemberRole, string>;

const deniedPermission = {
  launch: {
    en: 'This MCP key may not launch or run servers. A person can allow it in the console.',
    fr: 'Cette clé MCP ne peut ni lancer ni faire fonctionner de serveurs. Une personne peut l’autoriser dans la console.',
  },
  delete: {
    en: 'This MCP key may not delete anything. A person can allow it in the console.',
    fr: 'Cette clé MCP ne peut rien supprimer. Une personne peut l’autoriser dans la console.',
  },
  charge: {
    en: 'This MCP key may not charge the saved card. A person can allow it in the console.',
    fr: 'Cette clé MCP ne peut pas débiter la carte enregistrée. Une personne peut l’autoriser dans la console.',
  },
  write: {
    en: 'This MCP key is read-only. A person can create one with more permissions in the console.',
    fr: 'Cette clé MCP est en lecture seule. Une personne peut en créer une avec plus de droits dans la console.',
  },
  header: {
    en: 'Your client asks for read-only mode, with the header X-MCP-Readonly. Have your user take that header out of the configuration to allow this.',
    fr: 'Votre client demande la lecture seule par l’en-tête X-MCP-Readonly. Pour autoriser cet appel, faites retirer cet en-tête de la configuration.',
  },
  role: {
    en: 'The person who created this MCP key may not do this: their role in the account does not allow it. Ask an owner of the account.',
    fr: 'La personne qui a créé cette clé MCP ne peut pas le faire elle-même : son rôle dans le compte ne le permet pas. Adressez-vous à un propriétaire du compte.',
  },
  raise: {
    en: 'An agent may lower a limit, never raise or lift it. A person can do that in the console. Nothing changed.',
    fr: 'Un agent peut abaisser une limite, jamais la relever ni la lever. Une personne peut le faire dans la console. Rien n’a changé.',
  },
} as const satisfies Record<AgentNeed, Told>;

/** Why a request that needs a second operator cannot be decided any more. */
const notWaiting = {
  approved: {
    en: 'Another operator has approved this already. Nothing was done a second time.',
    fr: 'Un autre exploitant l’a déjà approuvé. Rien n’a été fait une seconde fois.',
  },
  declined: {
    en: 'This request has been declined. Nothing was done; make a new one if you still need it.',
    fr: 'Cette demande a été refusée. Rien n’a été fait ; faites-en une nouvelle au besoin.',
  },
  expired: {
    en: 'This request has expired. Nothing was done; make a new one if you still need it.',
    fr: 'Cette demande a expiré. Rien n’a été fait ; faites-en une nouvelle au besoin.',
  },
} as const satisfies Record<ErrorDetails['REQUEST_NOT_WAITING']['status'], Told>;

/** Why the request no longer matches what would be done now. */
const outdated = {
  price: {
    en: 'The price has changed since this was asked for. Nothing was done: decline it, and ask again from today’s price.',
    fr: 'Le prix a changé depuis cette demande. Rien n’a été fait : refusez-la, puis refaites-la à partir du prix actuel.',
  },
  budget: {
    en: 'The limits have changed since this was asked for. Nothing was done: decline it, and ask again from today’s limits.',
    fr: 'Les limites ont changé depuis cette demande. Rien n’a été fait : refusez-la, puis refaites-la à partir des limites actuelles.',
  },
  server: {
    en: 'A server has changed since this was asked for. Nothing was done: decline it, and look again.',
    fr: 'Un serveur a changé depuis cette demande. Rien n’a été fait : refusez-la, puis regardez de nouveau.',
  },
  asker: {
    en: 'The person who asked for this may no longer do it. Nothing was done: decline it.',
    fr: 'La personne qui l’a demandé n’en a plus le droit. Rien n’a été fait : refusez la demande.',
  },
} as const satisfies Record<ErrorDetails['REQUEST_OUTDATED']['of'], Told>;
