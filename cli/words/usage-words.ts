import { PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import type { Sentences, Told } from '@boreal/contract/words/language.ts';

/** What is wrong with what was typed. */
export const usageWords = {
  missing: (place: string) => ({ en: `${place} is missing.`, fr: `Il manque ${place}.` }),
  tooMany: (text: string) => ({ en: `“${text}” is one argument too many.`, fr: `« ${text} » est de trop.` }),
  unknownFlag: (flag: string) => ({ en: `There is no flag ${flag} here.`, fr: `L’option ${flag} n’existe pas ici.` }),
  flagValue: (flag: string) => ({
    en: `The flag ${flag} lacks its value, or takes none. A value that begins with a hyphen is written ${flag}=-…`,
    fr: `L’option ${flag} n’a pas sa valeur, ou n’en prend pas. Une valeur qui commence par un tiret s’écrit ${flag}=-…`,
  }),
  unknownCommand: (text: string) => ({ en: `There is no command “${text}”.`, fr: `La commande « ${text} » n’existe pas.` }),
  nearCommand: (name: string) => ({ en: `Did you mean: ${PROGRAM} ${name}`, fr: `Vouliez-vous dire : ${PROGRAM} ${name}` }),
  wrong: (name: string) => ({
    en: `${PROGRAM} ${name} cannot be sent like this:`,
    fr: `${PROGRAM} ${name} ne peut pas être envoyée ainsi :`,
  }),
  issue: (shown: string, { en, fr }: Told) => ({ en: `${shown}: ${en}`, fr: `${shown} : ${fr}` }),
  seeHelp: (name: string) => ({
    en: `See: ${[PROGRAM, name].filter(Boolean).join(' ')} --help`,
    fr: `Voir : ${[PROGRAM, name].filter(Boolean).join(' ')} --help`,
  }),
  privateKey: (path: string) => ({
    en: `${path} is the private half of a key, which nobody needs but you. Name the public half: it usually ends in .pub.`,
    fr: `${path} est la moitié privée d’une clé, dont vous seul avez besoin. Nommez la moitié publique : son nom se termine souvent par .pub.`,
  }),
  noFile: (path: string) => ({ en: `${path} cannot be read.`, fr: `${path} ne peut pas être lu.` }),
  none: { en: 'There are none.', fr: 'Il n’y en a pas.' },
  notNumber: (flag: string) => ({ en: `--${flag} takes a number above zero.`, fr: `--${flag} prend un nombre au-dessus de zéro.` }),
} as const satisfies Sentences;
