import type { Told } from '../words/language.ts';

/** Stored with the refund, in English; `was`: the wording in older rows. */
interface Reason extends Told {
  readonly was?: string;
}

/** Reasons for refunds that no operator made. */
export const refundReasons = {
  neverCameUp: { en: 'The server never started', fr: 'Le serveur n’a jamais démarré', was: 'The server never came up' },
  termNotBegun: {
    en: 'The server was deleted before this term began',
    fr: 'Le serveur a été supprimé avant le début de cette période',
  },
  orderOver: {
    en: 'The order had ended before the card was charged',
    fr: 'La commande avait pris fin avant que la carte soit débitée',
    was: 'The order was over before the card was charged',
  },
  suspended: {
    en: 'The account was suspended before the card was charged',
    fr: 'Le compte a été suspendu avant que la carte soit débitée',
  },
  placeLost: {
    en: 'No GPUs were left for the server when the card was charged',
    fr: 'Il ne restait plus de GPU pour le serveur quand la carte a été débitée',
    was: 'The GPUs held for the server were taken out of service before the card was charged',
  },
  outside: {
    en: 'Refunded by our payment provider',
    fr: 'Remboursé par notre fournisseur de paiement',
    was: 'Given back by our payment provider',
  },
  disputed: {
    en: 'The cardholder’s bank reversed the payment (chargeback)',
    fr: 'La banque du titulaire de la carte a annulé le paiement (rétrofacturation)',
    was: "The cardholder's bank took the payment back",
  },
} as const satisfies Record<string, Reason>;

/** A refund's reason for a reader: Boreal's own in their language, an operator's as written. */
export function refundReasonIn(reason: string, language: 'en' | 'fr'): string {
  const reasons: readonly Reason[] = Object.values(refundReasons);
  return reasons.find(({ en, was }) => en === reason || was === reason)?.[language] ?? reason;
}
