import type { Sentences, Told } from '@boreal/contract/words/language.ts';

/** Messages about things given by name. */
export const nameWords = {
  server: {
    none: (name: string) => ({ en: `No server is named “${name}”.`, fr: `Aucun serveur ne s’appelle « ${name} ».` }),
    several: (name: string, count: number) => ({
      en: `${count} servers are named “${name}”. Type the id of the one you mean:`,
      fr: `${count} serveurs s’appellent « ${name} ». Tapez l’identifiant de celui que vous voulez :`,
    }),
  },
  sshKey: {
    none: (name: string) => ({ en: `No SSH key is named “${name}”.`, fr: `Aucune clé SSH ne s’appelle « ${name} ».` }),
    several: (name: string, count: number) => ({
      en: `${count} SSH keys are named “${name}”. Type the id of the one you mean:`,
      fr: `${count} clés SSH s’appellent « ${name} ». Tapez l’identifiant de celle que vous voulez :`,
    }),
  },
  orName: { en: 'Its name will do, too.', fr: 'Son nom suffit aussi.' },
  see: (command: string) => ({ en: `See: ${command}`, fr: `Voir : ${command}` }),
  each: (text: string) => ({ en: text, fr: text }),
} as const satisfies Readonly<Record<string, Told | Sentences[string] | Sentences>>;
