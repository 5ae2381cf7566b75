import type { ClosingBlocker, ErasureBlocker } from './closing.ts';
import type { Told } from '../words/language.ts';

/** What prevents an account from being closed, and what to do about it. */
export const closingBlockers = {
  suspended: {
    en: 'The account is suspended: contact support, who can close it for you.',
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

/** What prevents an account's personal data from being erased, and what to do about it; for operators. */
const erasureBlockers = {
  open: { en: 'The account is not closed: close it first.', fr: 'Le compte n’est pas fermé : fermez-le d’abord.' },
  credit: {
    en: 'Credit is left: refund what was purchased with a card, and take back the rest.',
    fr: 'Il reste du crédit : remboursez ce qui a été acheté par carte et reprenez le reste.',
  },
  money: {
    en: 'A payment, a refund or an operator’s request is still open: try again once it is settled.',
    fr: 'Un paiement, un remboursement ou une demande d’exploitant est encore en cours : réessayez une fois qu’il est réglé.',
  },
  machines: {
    en: 'Its machines or backups are still being removed: try again in a few minutes.',
    fr: 'Ses machines ou ses sauvegardes sont encore en cours de suppression : réessayez dans quelques minutes.',
  },
  cards: {
    en: 'The payment provider has not deleted a card yet: try again in a few minutes.',
    fr: 'Le fournisseur de paiement n’a pas encore supprimé une carte : réessayez dans quelques minutes.',
  },
  statement: {
    en: 'The statement of its last month is not issued yet: it needs the name and address. Try again once the month is over.',
    fr: 'Le relevé de son dernier mois n’est pas encore émis : il lui faut le nom et l’adresse. Réessayez quand le mois sera terminé.',
  },
} as const satisfies Record<ErasureBlocker, Told>;

/** Why nothing was erased. */
export function notErasable(blockers: readonly ErasureBlocker[]): Told {
  const told = blockers.map((blocker) => erasureBlockers[blocker]);
  return {
    en: ['Nothing was erased.', ...told.map(({ en }) => en)].join(' '),
    fr: ['Rien n’a été effacé.', ...told.map(({ fr }) => fr)].join(' '),
  };
}
