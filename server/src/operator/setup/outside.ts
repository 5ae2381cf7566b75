import { lookup } from 'node:dns/promises';
import pg from 'pg';
import { requireFitPostgres, UnfitPostgres } from '../../db/postgres-version.ts';
import { checkSmtp } from '../../mail/check-smtp.ts';
import { SECOND_MS } from '../../kit/clock.ts';

const PATIENCE_MS = 10 * SECOND_MS;

/** Checks against the outside world, before an answer is written. Each returns why the answer cannot be right, or null. */
export interface Outside {
  site(siteUrl: string): Promise<string | null>;
  mail(smtpUrl: string): Promise<string | null>;
  stripe(keys: { secretKey: string; publishableKey: string }): Promise<string | null>;
  database(url: string): Promise<string | null>;
}

export const outside: Outside = {
  async site(siteUrl) {
    const { hostname } = new URL(siteUrl);
    if (hostname === 'localhost') return null;
    try {
      await lookup(hostname.replace(/^\[|\]$/g, ''));
      return null;
    } catch {
      return `The name ${hostname} does not resolve yet. Add it to your DNS with this machine's address, or check the spelling.`;
    }
  },
  async mail(smtpUrl) {
    const why = await checkSmtp(smtpUrl);
    if (why === null) return null;
    const { protocol, hostname, port } = new URL(smtpUrl);
    return `The mail server ${hostname} refuses our mail: ${why}. Check its name, the port (${port || (protocol === 'smtps:' ? 465 : 587)}), the user and the password.`;
  },
  async stripe(keys) {
    // The library is large, so it is loaded only if it charges cards.
    const { checkStripeKeys } = await import('../../payments/stripe/check-stripe-keys.ts');
    return checkStripeKeys(keys);
  },
  async database(url) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requireFitPostgres(client);
      return null;
    } catch (error) {
      if (error instanceof UnfitPostgres) return error.message;
      const said = error instanceof Error ? error.message : String(error);
      // On its socket Postgres identifies the calling user, and root is not Boreal's: whether Boreal's is accepted shows at its start.
      if (said.includes('Peer authentication')) return null;
      return `Postgres refused the connection: ${said}. Check the address, the user and the password.`;
    } finally {
      await client.end().catch(() => undefined);
    }
  },
};
