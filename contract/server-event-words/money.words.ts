import { phrases } from '../words/phrases.ts';
import type { WordsOf } from './told.ts';

/** How a server is paid for. */
export const moneyWords = {
  'order.canceled': ({ termEnd }) => ({
    en: `The order was cancelled. The server runs until ${phrases.en.time(termEnd)} and is then hibernated.`,
    fr: `La commande a été annulée. Le serveur fonctionne jusqu’au ${phrases.fr.time(termEnd)}, puis est mis en hibernation.`,
  }),
  'credit.low': ({ hours }) => {
    const left = hours === 1 ? { en: 'an hour', fr: 'd’une heure' } : { en: `${hours} hours`, fr: `de ${hours} heures` };
    return {
      en: `At the current rate, your credit runs out in less than ${left.en}. Add credit, or the server then hibernates.`,
      fr: `Au coût actuel, il reste du crédit pour moins ${left.fr}. Ajoutez-en, sinon le serveur est mis en hibernation lorsqu’il est épuisé.`,
    };
  },
} as const satisfies WordsOf<'order.canceled' | 'credit.low'>;
