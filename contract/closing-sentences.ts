import type { ClosingBlocker } from './closing.ts';
import type { Told } from './language.ts';

/** What keeps an account from being closed, and what to do about it. */
export const closingBlockers = {
  suspended: {
    en: 'The account is suspended: write to support, who can close it for you.',
    fr: 'Le compte est suspendu : écrivez au soutien, qui peut le fermer pour vous.',
  },
  payment: {
    en: 'A card is being charged: wait until the payment has succeeded or failed.',
    fr: 'Une carte est en cours de débit : attendez que le paiement ait réussi ou échoué.',
  },
  servers: {
    en: 'The account has servers that you have not agreed to delete: check the list again.',
    fr: 'Le compte a des serveurs dont vous n’avez pas accepté la suppression : vérifiez de nouveau la liste.',
  },
  too_many_servers: {
    en: 'The account has too many servers to delete them all at once: delete some first.',
    fr: 'Le compte a trop de serveurs pour les supprimer tous à la fois : supprimez-en d’abord.',
  },
} as const satisfies Record<ClosingBlocker, Told>;

/** Why an account was not closed. */
export function notClosable(blockers: readonly ClosingBlocker[]): Told {
  const told = [
    { en: 'The account was not closed.', fr: 'Le compte n’a pas été fermé.' },
    ...blockers.map((blocker) => closingBlockers[blocker]),
  ];
  return { en: told.map(({ en }) => en).join(' '), fr: told.map(({ fr }) => fr).join(' ') };
}
