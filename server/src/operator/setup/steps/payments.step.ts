import { INVOCATION } from '../../verb.ts';
import { settingChanges } from '../setting-changes.ts';
import type { Setup, Step } from '../step.ts';

/** Who charges cards. */
export const paymentsStep: Step = {
  name: 'payments',
  async plan(setup) {
    const { answers, settings } = setup;
    const now = await settings.read();
    const provider =
      (await answers.given('payments')) ?? now['BOREAL_PAYMENTS'] ?? (await answers.get('payments', { byDefault: 'sandbox' }));
    if (provider !== 'stripe') {
      setup.notes.push(`Nobody's card is really charged. Before the first customer pays: ${INVOCATION} setup --payments stripe`);
      return {
        stands: 'sandbox, which charges nobody',
        changes: await settingChanges(setup, [{ name: 'BOREAL_PAYMENTS', value: 'sandbox' }]),
      };
    }
    const keys = await stripeKeys(setup, now);
    return {
      stands: `Stripe${keys.secretKey.includes('_test_') ? ', in test mode: no money moves' : ''}`,
      changes: await settingChanges(setup, [
        { name: 'STRIPE_SECRET_KEY', value: keys.secretKey, secret: true },
        { name: 'STRIPE_PUBLISHABLE_KEY', value: keys.publishableKey },
        { name: 'STRIPE_WEBHOOK_SECRET', value: keys.webhookSecret, secret: true },
        { name: 'BOREAL_PAYMENTS', value: 'stripe' },
      ]),
    };
  },
};

interface Keys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

/** Asks until Stripe accepts the keys, or the operator chooses to keep them anyway. */
async function stripeKeys({ answers, outside, settings, say }: Setup, now: Readonly<Record<string, string>>): Promise<Keys> {
  const before = {
    secretKey: now['STRIPE_SECRET_KEY'] ?? '',
    publishableKey: now['STRIPE_PUBLISHABLE_KEY'] ?? '',
    webhookSecret: now['STRIPE_WEBHOOK_SECRET'] ?? '',
  };
  const or = async (name: 'stripe-secret-key' | 'stripe-publishable-key' | 'stripe-webhook-secret', present: string) =>
    (await answers.given(name)) === null && present !== '' ? present : answers.get(name);
  for (;;) {
    const secretKey = await or('stripe-secret-key', before.secretKey);
    const publishableKey = await or('stripe-publishable-key', before.publishableKey);
    const same = secretKey === before.secretKey && publishableKey === before.publishableKey;
    const problem = same ? null : await outside.stripe({ secretKey, publishableKey });
    if (problem === null || (await answers.keepAllTheSame(problem))) {
      const { SITE_URL = 'SITE_URL' } = await settings.read();
      if (before.webhookSecret === '')
        say(`  In Stripe's dashboard, make a webhook for ${SITE_URL}/api/webhooks/stripe ; the guide to money names its events.`);
      return { secretKey, publishableKey, webhookSecret: await or('stripe-webhook-secret', before.webhookSecret) };
    }
    answers.forget('stripe-secret-key', 'stripe-publishable-key');
  }
}
