import type { Told } from '@boreal/contract/words/language.ts';

/** What the program's own flags do. */
export const optionWords = {
  json: { en: 'Print the answer as JSON', fr: 'Afficher la réponse en JSON' },
  yes: { en: 'Do not ask', fr: 'Ne rien demander' },
  'max-price': {
    en: 'Do nothing if an hour costs more than this, in CAD',
    fr: 'Ne rien faire si l’heure coûte plus que ce montant, en CAD',
  },
  'idempotency-key': {
    en: 'A name for this request: sent again under it within 24 hours, it is done once',
    fr: 'Un nom pour cette requête : renvoyée sous ce nom dans les 24 heures, elle n’est exécutée qu’une fois',
  },
  wait: { en: 'Wait until it is done', fr: 'Attendre la fin' },
  'wait-minutes': { en: 'Wait at most this long; 30 by default', fr: 'Attendre au plus ce temps ; 30 par défaut' },
  limit: { en: 'Show at most this many; all by default', fr: 'En afficher au plus autant ; tous par défaut' },
  user: {
    en: 'The user to log in as; that of the default image when omitted',
    fr: 'L’utilisateur pour se connecter ; celui de l’image par défaut s’il est omis',
  },
  identity: { en: 'The file of your private key, as for ssh -i', fr: 'Le fichier de votre clé privée, comme pour ssh -i' },
  help: { en: 'Show this help', fr: 'Afficher cette aide' },
} as const satisfies Readonly<Record<string, Told>>;
