import type { Told } from '../words/language.ts';
import type { DeclineReason } from './payments.ts';

/** Why a card was not charged, and what to do next. */
export const declineSentences = {
  card_declined: {
    en: 'The card was declined. Try another card, or ask your bank.',
    fr: 'La carte a été refusée. Essayez une autre carte ou demandez à votre banque.',
  },
  insufficient_funds: {
    en: 'The card does not have enough funds. Try another card.',
    fr: 'Les fonds de la carte ne suffisent pas. Essayez une autre carte.',
  },
  expired_card: { en: 'The card has expired. Add another card.', fr: 'La carte est expirée. Ajoutez une autre carte.' },
  authentication_required: {
    en: 'Your bank asks you to confirm the payment. Pay in the console, where you can do so.',
    fr: 'Votre banque vous demande de confirmer le paiement. Payez dans la console, où vous pourrez le faire.',
  },
  authentication_failed: {
    en: 'Your bank could not confirm your identity. Try again, or use another card.',
    fr: 'Votre banque n’a pas pu confirmer votre identité. Réessayez, ou utilisez une autre carte.',
  },
  card_unusable: {
    en: 'This card cannot be used here. Add another card.',
    fr: 'Cette carte ne peut pas servir ici. Ajoutez une autre carte.',
  },
  processing_error: {
    en: 'The bank could not process the card just now. Try again in a moment.',
    fr: 'La banque n’a pas pu traiter la carte. Réessayez dans un instant.',
  },
  canceled: {
    en: 'The payment was not completed in time and was cancelled. Try again.',
    fr: 'Le paiement n’a pas été terminé à temps et a été annulé. Réessayez.',
  },
} as const satisfies Record<DeclineReason, Told>;
