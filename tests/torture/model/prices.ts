import type { PriceNote } from '../notes.ts';

/**
 * What an account pays for an hour that begins at `at`: its own price, else the list price; of each the last that has come
 * into force. Null: nobody has set one.
 */
export function priceAt(prices: readonly PriceNote[], of: { plan: string; accountId: string; at: Date }): bigint | null {
  const inForce = (accountId: string | null) =>
    prices
      .filter((price) => price.plan === of.plan && price.accountId === accountId && price.from <= of.at && price.setAt <= of.at)
      // Of two that begin together the one that was set last.
      .sort((a, b) => a.from.getTime() - b.from.getTime() || a.setAt.getTime() - b.setAt.getTime())
      .at(-1)?.micros ?? null;
  return inForce(of.accountId) ?? inForce(null);
}
