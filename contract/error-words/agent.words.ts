import type { ApprovalStatus } from '../agents/agents.ts';
import type { ErrorWords } from './told-error.ts';

/** For an agent that confirms a quote, or waits for a person. */
export const agentWords = {
  QUOTE_NOT_FOUND: () => ({
    en: 'This confirmation token does not exist. Call the tool without a token to get a new quote.',
    fr: 'Ce jeton de confirmation n’existe pas. Appelez l’outil sans jeton pour obtenir une nouvelle soumission.',
  }),
  QUOTE_EXPIRED: () => ({
    en: 'This quote has expired and nothing was spent. Call the tool without a token to get a new one.',
    fr: 'Cette soumission a expiré et rien n’a été dépensé. Appelez l’outil sans jeton pour en obtenir une nouvelle.',
  }),
  QUOTE_USED: () => ({
    en: 'This confirmation token was used already, for other arguments. Nothing more was spent. Get a new quote.',
    fr: 'Ce jeton de confirmation a déjà servi, avec d’autres arguments. Rien de plus n’a été dépensé. Obtenez une nouvelle soumission.',
  }),
  QUOTE_KEY_MISMATCH: () => ({
    en: 'This confirmation token belongs to another key. Get a quote with this key.',
    fr: 'Ce jeton de confirmation appartient à une autre clé. Obtenez une soumission avec cette clé.',
  }),
  QUOTE_PARAMS_MISMATCH: ({ tool }) => ({
    en: `The arguments are not those that were quoted for ${tool}. Nothing was spent. Send the same arguments, or get a new quote.`,
    fr: `Les arguments ne sont pas ceux de la soumission de ${tool}. Rien n’a été dépensé. Renvoyez les mêmes arguments ou obtenez une nouvelle soumission.`,
  }),
  APPROVAL_REQUIRED: ({ approvalId, status, approvalsUrl }) =>
    status === 'refused'
      ? {
          en: `A person has refused this spending (${approvalId}). Nothing was spent. Ask before you try again.`,
          fr: `Une personne a refusé cette dépense (${approvalId}). Rien n’a été dépensé. Demandez avant de réessayer.`,
        }
      : {
          en: `A person must approve this spending first, at ${approvalsUrl} (${approvalId}). Nothing was spent. Once it is approved, get a new quote with the same arguments and confirm it.`,
          fr: `Une personne doit d’abord approuver cette dépense : ${approvalsUrl} (${approvalId}). Rien n’a été dépensé. Une fois approuvée, obtenez une nouvelle soumission avec les mêmes arguments et confirmez-la.`,
        },
  APPROVAL_NOT_PENDING: ({ status }) => ({
    en: `This request is already ${status}; nothing changed.`,
    fr: `Cette demande est déjà ${frenchStatuses[status]} ; rien n’a changé.`,
  }),
  CONFIRM_NAME_MISMATCH: () => ({
    en: 'confirmName must be exactly the name of the server. Read it with svc_get_server; nothing was done.',
    fr: 'confirmName doit être exactement le nom du serveur. Lisez-le avec svc_get_server ; rien n’a été fait.',
  }),
} as const satisfies Partial<ErrorWords>;

const frenchStatuses = {
  pending: 'en attente',
  approved: 'approuvée',
  refused: 'refusée',
  used: 'approuvée et utilisée',
  expired: 'expirée',
} as const satisfies Record<ApprovalStatus, string>;
