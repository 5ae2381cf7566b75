import type { Sentences } from '@boreal/contract/words/language.ts';

/** Messages about requests and their answers. */
export const answerWords = {
  again: (code: string, seconds: number) => ({
    en: `${code}: trying again in ${seconds} s.`,
    fr: `${code} : nouvel essai dans ${seconds} s.`,
  }),
  unreachable: (siteUrl: string, code: string) => ({
    en: `${siteUrl} cannot be reached (${code}). Check BOREAL_URL and your connection, then try again.`,
    fr: `${siteUrl} est injoignable (${code}). Vérifiez BOREAL_URL et votre connexion, puis réessayez.`,
  }),
  certificate: (siteUrl: string, code: string) => ({
    en: `The certificate of ${siteUrl} cannot be trusted (${code}), so nothing was sent. If your provider has an authority of its own, name its file in NODE_EXTRA_CA_CERTS.`,
    fr: `Le certificat de ${siteUrl} n’est pas digne de confiance (${code}) : rien n’a été envoyé. Si votre fournisseur a sa propre autorité, nommez son fichier dans NODE_EXTRA_CA_CERTS.`,
  }),
  redirected: (siteUrl: string, to: string | null) => ({
    en: `${siteUrl} leads elsewhere${to === null ? '' : `, to ${to}`}. Set BOREAL_URL to the address of the site itself.`,
    fr: `${siteUrl} mène ailleurs${to === null ? '' : `, vers ${to}`}. Donnez à BOREAL_URL l’adresse du site lui-même.`,
  }),
  notBoreal: (siteUrl: string, status: number) => ({
    en: `What answers at ${siteUrl} is not Boreal, or something in front of it (${status}). Check BOREAL_URL; if it is right, try again in a minute.`,
    fr: `Ce qui répond à ${siteUrl} n’est pas Boreal, ou se trouve devant lui (${status}). Vérifiez BOREAL_URL ; si elle est juste, réessayez dans une minute.`,
  }),
  otherSite: (siteUrl: string) => ({
    en: `The site is not called ${siteUrl}. Set BOREAL_URL to its address as your browser shows it.`,
    fr: `Le site ne s’appelle pas ${siteUrl}. Donnez à BOREAL_URL son adresse telle que votre navigateur l’affiche.`,
  }),
  interrupted: { en: 'Interrupted.', fr: 'Interrompu.' },
  lookFirst: {
    en: 'It may have been carried out all the same: look before you repeat it.',
    fr: 'La requête a peut-être été exécutée : vérifiez avant de la répéter.',
  },
  repeatWith: (key: string) => ({
    en: `It may have been carried out all the same. Repeat the command with --idempotency-key ${key} and it is done once.`,
    fr: `La requête a peut-être été exécutée. Répétez la commande avec --idempotency-key ${key} : elle ne le sera qu’une fois.`,
  }),
  alternatives: (plans: string) => ({ en: `Available now: ${plans}`, fr: `Offerts en ce moment : ${plans}` }),
  allowedActions: (actions: string) => ({ en: `Possible now: ${actions}`, fr: `Possible en ce moment : ${actions}` }),
  seeCommand: (command: string) => ({ en: `See: ${command}`, fr: `Voir : ${command}` }),
  needs: (permission: string) => ({
    en: `It takes a key with the permission ${permission}.`,
    fr: `Il faut une clé qui a la permission ${permission}.`,
  }),
  request: (id: string) => ({ en: `Request: ${id}`, fr: `Requête : ${id}` }),
  unknownAnswer: {
    en: 'Boreal’s answer is not as this program knows it. Download the program again from the site.',
    fr: 'La réponse de Boreal n’est pas telle que ce programme la connaît. Téléchargez-le de nouveau depuis le site.',
  },
} as const satisfies Sentences;
