import type { Sentences } from '../words/language.ts';

/** What an engine cannot do, and what outlived its server on an engine. */
export const engineSentences = {
  noTerminal: {
    en: 'This type of server has no terminal in the browser. Log in over SSH.',
    fr: 'Les serveurs de ce type n’ont pas de terminal dans le navigateur. Connectez-vous par SSH.',
  },
  keepsNoHolder: (engine: string) => ({
    en: `The engine ${engine} does not keep who drives it: there is nothing to take over. See that no other Boreal runs on it.`,
    fr: `Le moteur ${engine} ne retient pas qui le pilote : il n’y a rien à reprendre. Assurez-vous qu’aucun autre Boreal ne l’utilise.`,
  }),
  noSuchLeftover: (label: string) => ({
    en: `There is no leftover ${label}. It may be gone already, or its server needs it; list them again.`,
    fr: `Il n’y a pas de reste ${label}. Il a peut-être déjà disparu, ou son serveur en a besoin ; listez-les à nouveau.`,
  }),
  noSuchOrphan: (id: string) => ({
    en: `${id} is no orphan: the engine does not have it, or it is one of our servers or backups. See: orphan list`,
    fr: `${id} n’est pas orphelin : le moteur ne l’a pas, ou c’est un de nos serveurs ou une de nos sauvegardes. Voir : orphan list`,
  }),
  whichOrphans: {
    en: 'Say which machines to adopt, or --all, and not both. See: orphan list',
    fr: 'Dites quelles machines adopter, ou --all, et pas les deux. Voir : orphan list',
  },
  leftoverOfUnknown: (label: string) => ({
    en: `${label} belongs to a server that this Boreal does not know: it may be another Boreal's. Remove it on the engine yourself if it is not.`,
    fr: `${label} appartient à un serveur que ce Boreal ne connaît pas : c’est peut-être celui d’un autre Boreal. Sinon, retirez-le vous-même sur le moteur.`,
  }),
} as const satisfies Sentences;
