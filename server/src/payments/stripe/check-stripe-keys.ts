import Stripe from 'stripe';
import { API_VERSION } from './api-version.ts';

/** A person is waiting. */
const CALL_TIMEOUT_MS = 15_000;

interface Keys {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** A server other than Stripe's own, for tests. */
  readonly server?: { readonly host: string; readonly port: number };
}

/**
 * Why cards cannot be charged with these keys, as a sentence that says what to do; null: they can, as far as Stripe reports. Changes
 * nothing.
 */
export async function checkStripeKeys({ secretKey, publishableKey, server }: Keys): Promise<string | null> {
  if (modeOf(secretKey) !== modeOf(publishableKey)) {
    return `The publishable key is of ${modeOf(publishableKey)} mode, and the secret one of ${modeOf(secretKey)} mode. Take both from one mode of Stripe's dashboard.`;
  }
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: CALL_TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    ...(server && { host: server.host, port: server.port, protocol: 'http' }),
  });
  try {
    // Boreal needs this in any case, so a restricted key without it is the wrong key.
    await stripe.customers.list({ limit: 1 });
    return null;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      return "Stripe does not know the secret key. Copy it again from Stripe's dashboard, under Developers, API keys.";
    if (error instanceof Stripe.errors.StripePermissionError)
      return "The restricted key may not write customers. Give it write access to Customers, SetupIntents, PaymentIntents, PaymentMethods and Refunds in Stripe's dashboard.";
    const said = error instanceof Stripe.errors.StripeError ? `${error.type} ${error.code ?? ''}`.trim() : 'no answer';
    return `Stripe could not be asked whether the keys are right (${said}). Look at this machine's network.`;
  }
}

/** The mode of a key is in its second part. */
function modeOf(key: string): 'live' | 'test' {
  return /^[a-z]+_live_/.test(key) ? 'live' : 'test';
}
