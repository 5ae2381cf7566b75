import type { Sentences } from '../words/language.ts';

/** Taxes, amounts and refunds. */
export const moneySentences = {
  registrationInThePast: {
    en: 'A registration cannot begin in the past. Choose today or a later date.',
    fr: 'Une inscription ne peut pas commencer dans le passé. Choisissez aujourd’hui ou une date ultérieure.',
  },
  registeredLater: (from: string) => ({
    en: `A registration from ${from} already exists.`,
    fr: `Une inscription à partir du ${from} existe déjà.`,
  }),
  registeredUntil: (until: string | null) => ({
    en: `A registration runs until ${until}. Choose that date or a later one.`,
    fr: `Une inscription court jusqu’au ${until}. Choisissez cette date ou une date ultérieure.`,
  }),
  noRegistrationToEnd: { en: 'There is no such registration to end.', fr: 'Il n’y a pas d’inscription de ce type à terminer.' },
  registrationEnd: {
    en: 'A registration ends today or later, and after it began.',
    fr: 'Une inscription se termine aujourd’hui ou plus tard, et après son début.',
  },
  addressNeeded: {
    en: 'The account’s address is needed to charge the right taxes. Add it to the profile, then try again.',
    fr: 'L’adresse du compte est nécessaire pour percevoir les bonnes taxes. Ajoutez-la au profil, puis réessayez.',
  },
  wholeCents: { en: 'Refund a card in whole cents.', fr: 'Remboursez une carte en cents entiers.' },
  aboveZero: { en: 'Enter an amount above zero.', fr: 'Entrez un montant supérieur à zéro.' },
  thresholdAndAmount: {
    en: 'Turning auto-reload on needs a threshold and an amount.',
    fr: 'Pour activer le rechargement automatique, il faut un seuil et un montant.',
  },
  monthlyLimitTooLow: {
    en: 'The monthly limit cannot be less than one reload.',
    fr: 'La limite mensuelle ne peut pas être inférieure à un rechargement.',
  },
  tooManyRequests: (max: number) => ({
    en: `You have ${max} requests waiting for another operator. Withdraw some, or wait until they are decided.`,
    fr: `Vous avez ${max} demandes en attente d’un autre exploitant. Retirez-en, ou attendez qu’elles soient décidées.`,
  }),
} as const satisfies Sentences;
