import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { testCards, type CardBehaviour } from '../../sandbox/sandbox-cards.rules.ts';
import { bodyOf, refusal, type Json } from './wire-format.ts';
import { createWorld, type StripeWorld } from './stripe-world.ts';

export const WEBHOOK_SECRET = 'whsec_test_double';

/** What the double takes for its customer's keys. */
export const DOUBLE_KEYS = { secretKey: 'sk_test_double', publishableKey: 'pk_test_double', webhookSecret: WEBHOOK_SECRET };

/**
 * A local server that speaks Stripe's wire format: form-encoded requests, its objects and errors, idempotency keys that replay the
 * first answer, and webhooks signed as Stripe signs them. It covers the parts that the adapter uses.
 */
export interface StripeDouble {
  readonly host: string;
  readonly port: number;
  readonly world: StripeWorld;
  /** What the browser does with Stripe's elements. */
  enterCard(setupRef: string, card: SandboxCard): void;
  /** Leaves the next matching calls unanswered: cuts them off before the work is done, or after it. */
  cutOff(when: 'before' | 'after', path: RegExp, times?: number): void;
  /** Answers the next matching calls with an error of Stripe's own and does nothing; the same key gets the same answer again. */
  breakDown(path: RegExp, times?: number): void;
  /** Forgets what was stored under idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  /** The API versions that were requested. */
  versions(): string[];
  /** Every event so far, as it would be posted. */
  webhooks(): { body: string; signature: string }[];
  /** A body with a signature made with this secret at this time. */
  sign(body: string, options?: { secret?: string; at?: Date }): string;
  close(): Promise<void>;
}

interface Kept {
  readonly asked: string;
  readonly status: number;
  readonly body: Json;
}

export async function startStripeDouble(): Promise<StripeDouble> {
  const world = createWorld();
  const versions = new Set<string>();
  const kept = new Map<string, Kept>();
  const cuts: { when: 'before' | 'after'; path: RegExp; left: number }[] = [];
  const broken: { path: RegExp; left: number }[] = [];
  const breaks = (path: string) => {
    const found = broken.find((each) => each.left > 0 && each.path.test(path));
    if (found) found.left -= 1;
    return found !== undefined;
  };
  const cut = (when: 'before' | 'after', path: string) => {
    const found = cuts.find((each) => each.when === when && each.left > 0 && each.path.test(path));
    if (found) found.left -= 1;
    return found !== undefined;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const asked = `${request.method} ${url.pathname}`;
    versions.add(String(request.headers['stripe-version']));
    const form = request.method === 'POST' ? await bodyOf(request) : new Map(url.searchParams);
    if (request.headers.authorization !== 'Bearer sk_test_double') return send(response, refusal(401, 'invalid_request_error', null));
    if (cut('before', asked)) return void request.socket.destroy();
    const result = once(request.headers['idempotency-key'], `${asked} ${JSON.stringify([...form])}`, () =>
      breaks(asked) ? refusal(500, 'api_error', null) : world.handle(asked, form),
    );
    if (cut('after', asked)) return void request.socket.destroy();
    send(response, result);
  }

  /** The same key with the same parameters gets the first answer again, card errors included, as at Stripe. */
  function once(key: string | string[] | undefined, asked: string, work: () => { status: number; body: Json }) {
    if (typeof key !== 'string') return work();
    const earlier = kept.get(key);
    if (earlier && earlier.asked !== asked) return refusal(400, 'idempotency_error', null);
    if (earlier) return earlier;
    const result = work();
    kept.set(key, { asked, ...result });
    return result;
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      send(response, { status: 500, body: { error: { type: 'api_error', message: String(error) } } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the double has no port');

  const sign: StripeDouble['sign'] = (body, { secret = WEBHOOK_SECRET, at = new Date() } = {}) => {
    const t = Math.floor(at.getTime() / 1000);
    return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
  };
  return {
    host: '127.0.0.1',
    port: address.port,
    world,
    enterCard: (setupRef, card) => world.enterCard(setupRef, card, testCards[card] satisfies CardBehaviour),
    cutOff: (when, path, times = 1) => void cuts.push({ when, path, left: times }),
    breakDown: (path, times = 1) => void broken.push({ path, left: times }),
    forgetKeys: () => kept.clear(),
    versions: () => [...versions],
    webhooks: () => world.events.map((event) => JSON.stringify(event)).map((body) => ({ body, signature: sign(body) })),
    sign,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status, body }: { status: number; body: Json }): void {
  // Stripe replays what it stored under a key unchanged, and marks it as a replay.
  const kept = status >= 500 ? { 'stripe-should-retry': 'false' } : {};
  response.writeHead(status, { ...kept, 'content-type': 'application/json', 'request-id': `req_${randomBytes(6).toString('hex')}` });
  response.end(JSON.stringify(body));
}
