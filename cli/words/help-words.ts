import type { Sentences, Told } from '@boreal/contract/words/language.ts';

/** Texts of the help. */
export const helpWords = {
  what: { en: 'rent GPU servers from a Boreal', fr: 'louer des serveurs GPU auprès d’un Boreal' },
  usage: { en: 'Usage:', fr: 'Utilisation :' },
  command: { en: 'COMMAND', fr: 'COMMANDE' },
  verb: { en: 'VERB', fr: 'VERBE' },
  flag: { en: 'FLAG', fr: 'OPTION' },
  commands: { en: 'Commands:', fr: 'Commandes :' },
  settings: { en: 'Settings, in the environment:', fr: 'Réglages, dans l’environnement :' },
  exits: { en: 'Exit codes:', fr: 'Codes de sortie :' },
  more: (command: string) => ({ en: `More about a command: ${command}`, fr: `En savoir plus sur une commande : ${command}` }),
  needs: (permission: string) => ({ en: `Permission: ${permission}`, fr: `Permission : ${permission}` }),
  limit: (limit: number) => ({ en: `Limit: ${limit} a minute`, fr: `Limite : ${limit} par minute` }),
  refusals: (codes: string) => ({ en: `May be refused with: ${codes}`, fr: `Refus possibles : ${codes}` }),
  file: {
    en: 'The file of your public key, such as ~/.ssh/id_ed25519.pub',
    fr: 'Le fichier de votre clé publique, comme ~/.ssh/id_ed25519.pub',
  },
  byDefault: (value: string) => ({ en: `By default: ${value}.`, fr: `Par défaut : ${value}.` }),
  each: {
    BOREAL_URL: { en: 'The address of your provider’s site', fr: 'L’adresse du site de votre fournisseur' },
    BOREAL_API_KEY: { en: 'Your API key; never a part of a command', fr: 'Votre clé API ; jamais une partie d’une commande' },
    BOREAL_ALLOW_HTTP: {
      en: '1 sends the key over plain http, on a network that you trust',
      fr: '1 envoie la clé en http simple, sur un réseau de confiance',
    },
    LANG: { en: 'The language: fr for French', fr: 'La langue : fr pour le français' },
  },
} as const satisfies Readonly<Record<string, Sentences[string] | Readonly<Record<string, Told>>>>;
