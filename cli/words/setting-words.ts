import type { Sentences } from '@boreal/contract/words/language.ts';

/** What is wrong with the settings, and what to set. */
export const settingWords = {
  noUrl: {
    en: 'BOREAL_URL is not set. Set it to the address of your provider’s site: export BOREAL_URL=https://gpu.example.com',
    fr: 'BOREAL_URL n’est pas définie. Donnez-lui l’adresse du site de votre fournisseur : export BOREAL_URL=https://gpu.example.com',
  },
  notUrl: {
    en: 'BOREAL_URL is not the address of a site. Write it as https://gpu.example.com.',
    fr: 'BOREAL_URL n’est pas l’adresse d’un site. Écrivez-la ainsi : https://gpu.example.com.',
  },
  passwordInUrl: {
    en: 'BOREAL_URL must not contain a name or a password. The key goes into BOREAL_API_KEY.',
    fr: 'BOREAL_URL ne doit contenir ni nom ni mot de passe. La clé va dans BOREAL_API_KEY.',
  },
  pathInUrl: (origin: string) => ({
    en: `BOREAL_URL is the address of the site alone: ${origin}`,
    fr: `BOREAL_URL est l’adresse du site seule : ${origin}`,
  }),
  plainHttp: (host: string) => ({
    en: `With http, anybody on the way to ${host} can read your key. Use https in BOREAL_URL; on a network that you trust, set BOREAL_ALLOW_HTTP=1.`,
    fr: `Avec http, n’importe qui entre vous et ${host} peut lire votre clé. Mettez https dans BOREAL_URL ; sur un réseau de confiance, définissez BOREAL_ALLOW_HTTP=1.`,
  }),
  noKey: (siteUrl: string) => ({
    en: `BOREAL_API_KEY is not set. Create a key at ${siteUrl}/console/api-keys and put it into the environment, never on a command line: read -rs BOREAL_API_KEY && export BOREAL_API_KEY`,
    fr: `BOREAL_API_KEY n’est pas définie. Créez une clé à ${siteUrl}/console/api-keys et mettez-la dans l’environnement, jamais dans une commande : read -rs BOREAL_API_KEY && export BOREAL_API_KEY`,
  }),
  agentKey: {
    en: 'BOREAL_API_KEY has the key of an agent. This program needs an API key, which begins with gpu_; create one in the console.',
    fr: 'BOREAL_API_KEY contient la clé d’un agent. Ce programme demande une clé API, qui commence par gpu_ ; créez-en une dans la console.',
  },
  brokenKey: {
    en: 'BOREAL_API_KEY contains characters that no key has, such as a space or a line break. Copy the key again.',
    fr: 'BOREAL_API_KEY contient des caractères qu’aucune clé ne contient, comme une espace ou un saut de ligne. Copiez la clé de nouveau.',
  },
  keyInArguments: {
    en: 'A key stands on the command line, where everyone on this machine can see it. Revoke it in the console, create another, and put that into BOREAL_API_KEY.',
    fr: 'Une clé figure dans la commande, où tous les utilisateurs de cette machine peuvent la voir. Révoquez-la dans la console, créez-en une autre et mettez-la dans BOREAL_API_KEY.',
  },
} as const satisfies Sentences;
