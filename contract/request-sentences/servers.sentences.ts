import type { Sentences } from '../words/language.ts';

/** What a server is made from, and what an operator may do to one. */
export const serverSentences = {
  noSuchPlan: {
    en: 'There is no such plan. List the GPU plans and take an id from there.',
    fr: 'Ce produit n’existe pas. Prenez un identifiant dans la liste des produits GPU.',
  },
  noSuchSshKey: {
    en: 'There is no such SSH key on the account. Add one, then use its id.',
    fr: 'Cette clé SSH n’existe pas dans le compte. Ajoutez-en une, puis prenez son identifiant.',
  },
  noSuchImage: {
    en: 'There is no such image. List the images and take an id from there.',
    fr: 'Cette image n’existe pas. Prenez un identifiant dans la liste des images.',
  },
  onDemand: (planId: string) => ({
    en: `The server is on demand (${planId}). Only spot servers can be interrupted.`,
    fr: `Le serveur est à la demande (${planId}). Seul un serveur spot peut être interrompu.`,
  }),
  beingBackedUp: {
    en: 'The server is being backed up. Try again when that is done.',
    fr: 'Le serveur est en cours de sauvegarde. Réessayez quand elle sera terminée.',
  },
  noGpusToGiveUp: (state: string) => ({
    en: `The server is ${state}: it has no GPUs to give up, or gives them up already.`,
    fr: `Le serveur est à l’état ${state} : il n’a pas de GPU à céder, ou les cède déjà.`,
  }),
} as const satisfies Sentences;
