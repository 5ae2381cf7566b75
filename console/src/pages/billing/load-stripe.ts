import { z } from 'zod';

/** Where Stripe requires its script to come from, so that no script of ours ever sees a card's number. */
const SCRIPT = 'https://js.stripe.com/v3/';

/** The part of Stripe's script that is used here. */
export interface StripeBrowser {
  elements(options: { clientSecret: string; locale: string; appearance: { theme: 'stripe' | 'night' } }): StripeElements;
  confirmSetup(options: { elements: StripeElements; redirect: 'if_required' }): Promise<{ error?: { message?: string | undefined } }>;
  handleNextAction(options: { clientSecret: string }): Promise<unknown>;
}

export interface StripeElements {
  create(kind: 'payment'): { mount(place: HTMLElement): void; on(event: 'ready', run: () => void): void; destroy(): void };
}

/** The script did not load: something in the browser blocks it. */
export class StripeMissing extends Error {}

type Factory = (publishableKey: string) => StripeBrowser;
const Factory = z.custom<Factory>((value) => typeof value === 'function');

let factory: Promise<Factory> | null = null;

/**
 * Loads Stripe's script, once, only on pages that need it. Only a document that was sent for such a page allows it: arriving from
 * another page of the console reloads the page. @throws StripeMissing
 */
export async function loadStripe(publishableKey: string): Promise<StripeBrowser> {
  if (!isOwnDocument()) {
    location.reload();
    return new Promise(() => undefined);
  }
  factory ??= loadFactory();
  try {
    return (await factory)(publishableKey);
  } catch (cause) {
    // The next attempt loads it again.
    factory = null;
    throw new StripeMissing('Stripe’s script did not load', { cause });
  }
}

function isOwnDocument(): boolean {
  const sentFor = performance.getEntriesByType('navigation')[0]?.name;
  return sentFor === undefined || new URL(sentFor).pathname === location.pathname;
}

function loadFactory(): Promise<Factory> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.addEventListener('load', () => {
      const found = Factory.safeParse(Reflect.get(globalThis, 'Stripe'));
      if (found.success) resolve(found.data);
      else reject(found.error);
    });
    script.addEventListener('error', () => reject(new Error(`${SCRIPT} cannot be loaded`)));
    document.head.append(script);
  });
}
