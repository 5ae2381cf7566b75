import type { Sentences } from '../words/language.ts';

/** Mail when a plan is in stock again. */
export const stockAlertSentences = {
  inStock: { en: 'This size is in stock: you can deploy it now.', fr: 'Cette taille est en stock : vous pouvez la déployer maintenant.' },
  notSold: {
    en: 'This size is not sold online, so it cannot come back in stock. Contact support.',
    fr: 'Cette taille ne se vend pas en ligne et ne peut donc pas revenir en stock. Écrivez au soutien.',
  },
  linkNotValid: {
    en: 'This link has expired or is incomplete. Sign in to see your stock alerts.',
    fr: 'Ce lien est expiré ou incomplet. Connectez-vous pour voir vos alertes de stock.',
  },
  tooMany: {
    en: 'You have as many stock alerts as one person can have. Remove one first.',
    fr: 'Vous avez déjà le nombre maximal d’alertes de stock. Retirez-en une d’abord.',
  },
} as const satisfies Sentences;
