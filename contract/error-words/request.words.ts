import type { NotFoundNoun } from '../errors/details.ts';
import type { ErrorWords } from './told-error.ts';

/** The request itself, whatever it is about, and Boreal's own failures to answer. */
export const requestWords = {
  NOT_FOUND: ({ what }) => {
    if (what === 'page') {
      return {
        en: 'There is nothing at this address. Check the path and the method.',
        fr: 'Il n’y a rien à cette adresse. Vérifiez le chemin et la méthode.',
      };
    }
    if (what === 'account') {
      return {
        en: 'This account does not exist, or you do not belong to it.',
        fr: 'Ce compte n’existe pas, ou vous n’en êtes pas membre.',
      };
    }
    return {
      en: `This ${what} does not exist on your account. Check its id.`,
      fr: `${frenchNouns[what]} n’existe pas dans votre compte. Vérifiez son identifiant.`,
    };
  },
  INVALID_REQUEST: ({ issues }) => ({
    en: `The request is not valid: ${issues.map((i) => (i.path ? `${i.path}: ${i.message.en}` : i.message.en)).join(' · ')}`,
    fr: `La requête n’est pas valide : ${issues.map((i) => (i.path ? `${i.path} : ${i.message.fr}` : i.message.fr)).join(' · ')}`,
  }),
  IDEMPOTENCY_CONFLICT: () => ({
    en: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
    fr: 'Cette clé d’idempotence (Idempotency-Key) a servi à une autre requête. Prenez une nouvelle clé pour une nouvelle requête.',
  }),
  IDEMPOTENCY_IN_PROGRESS: () => ({
    en: 'The first request with this Idempotency-Key is still running. Try again in a moment.',
    fr: 'La première requête avec cette clé d’idempotence est encore en cours. Réessayez dans un instant.',
  }),
  ALREADY_DONE: ({ id }) => ({
    en: `This was already done${id === null ? '' : `: it created ${id}`}. Its secret was shown once and is not stored. If you do not have it, ${id === null ? '' : `remove ${id} and `}ask for a new one with a new Idempotency-Key.`,
    fr: `C’est déjà fait${id === null ? '' : ` : ${id} a été créé`}. Le secret n’est affiché qu’une fois et n’est pas conservé. Si vous ne l’avez pas, ${id === null ? '' : `supprimez ${id} et `}demandez-en un autre avec une nouvelle clé d’idempotence.`,
  }),
  'Too many requests': ({ retryAfterSeconds }) => ({
    en: `Too many requests. Try again in ${retryAfterSeconds} s.`,
    fr: `Trop de requêtes. Réessayez dans ${retryAfterSeconds} s.`,
  }),
  SERVICE_UNAVAILABLE: () => ({
    en: 'The service is temporarily unavailable. Try again in a few seconds. If this was a change, check first whether it was made.',
    fr: 'Le service est temporairement indisponible. Réessayez dans quelques secondes. S’il s’agissait d’un changement, vérifiez d’abord s’il a été fait.',
  }),
  INTERNAL_ERROR: () => ({
    en: 'Something went wrong on our side and nothing was lost. Try again; if it keeps happening, give support the request id.',
    fr: 'Une erreur s’est produite chez nous et rien n’a été perdu. Réessayez ; si elle persiste, donnez l’identifiant de requête au soutien.',
  }),
} as const satisfies Partial<ErrorWords>;

const frenchNouns = {
  server: 'Ce serveur',
  plan: 'Ce produit',
  model: 'Ce modèle',
  image: 'Cette image',
  region: 'Cette région',
  'ssh key': 'Cette clé SSH',
  'firewall rule': 'Cette règle de pare-feu',
  key: 'Cette clé',
  account: 'Ce compte',
  host: 'Cet hôte',
  pool: 'Ce groupe',
  GPU: 'Ce GPU',
  page: 'Cette adresse',
  backup: 'Cette sauvegarde',
  member: 'Ce membre',
  invitation: 'Cette invitation',
  ticket: 'Ce billet',
  mail: 'Ce courriel',
  card: 'Cette carte',
  payment: 'Ce paiement',
  refund: 'Ce remboursement',
  order: 'Cette commande',
  invoice: 'Cette facture',
  approval: 'Cette demande',
  incident: 'Cet incident',
  session: 'Cette session',
  'way to sign in': 'Ce moyen de connexion',
  person: 'Cette personne',
  operator: 'Cet exploitant',
  job: 'Cette tâche',
  'stock alert': 'Cette alerte de stock',
  subscriber: 'Cet abonnement',
} as const satisfies Record<NotFoundNoun, string>;
