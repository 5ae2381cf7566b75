import { useBillingText } from './text.ts';

/** How a card is called: its brand as one writes it, and its last digits. */
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
