import { useBillingText } from './text.ts';

/** A card's name: its brand as usually written, and its last digits. */
export function useCardName(): (card: { brand: string; last4: string }) => string {
  const t = useBillingText();
  return ({ brand, last4 }) => t.cardNumber(brands.get(brand) ?? brand, last4);
}

const brands: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
]);
