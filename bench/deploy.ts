import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import pg from 'pg';
import { startChild, type Child } from './child.ts';
import { contestResult } from './contest-result.ts';
import { CONNECTIONS } from './load.ts';
import type { Result } from './report.ts';
import { clientAddress, withClient } from './requests.ts';
import { interleave, type Pace } from './rounds.ts';
import { MODELS, type Customer } from './shop.ts';
import { SITE_URL } from './start-boreal.ts';

/** More than a round can send: a client may deploy five times a minute, so each request has its own client. */
const REQUESTS = 8000;
const PATH = '/api/servers';

/** The same as the product's. */
const POOL_SIZE = 20;

/**
 * POST /api/servers against a bare Fastify that writes the same rows in the fewest statements: first by many customers of several models,
 * then by one customer of one model. Boreal's worker makes the machines in both cases.
 */
export async function benchDeploy(
  boreal: Child,
  shop: { databaseUrl: string; customers: readonly Customer[] },
  pace: Pace,
  say: (line: string) => void,
): Promise<readonly Result[]> {
  const peer = await startChild({
    name: 'the bare Fastify that sells servers',
    file: 'bench/peers/sold-servers.ts',
    ready: '/healthz',
    env: { DATABASE_URL: shop.databaseUrl, BENCH_POOL: String(POOL_SIZE) },
  });
  try {
    const results: Result[] = [];
    const cases = [
      { who: `${shop.customers.length} customers of ${MODELS.length} models`, customers: shop.customers, models: MODELS },
      { who: 'one customer of one model', customers: shop.customers.slice(0, 1), models: MODELS.slice(0, 1) },
    ];
    for (const { who, customers, models } of cases) {
      say(who);
      const contest = await interleave({
        ours: boreal,
        peer,
        pace,
        say,
        status: 201,
        settled: () => allMade(shop.databaseUrl),
        requests: () => deployments({ customers, models, network: (network += 1), count: REQUESTS }),
      });
      results.push(
        contestResult(contest, {
          name: `POST ${PATH} by ${who}, worker on in the same process`,
          aim: 0.5,
          peer: 'bare Fastify, one key look-up and one transaction of six statements',
          bound: `the statements of one transaction and its commit to disk, ${CONNECTIONS} at once; those of one account or one model wait for each other`,
        }),
      );
    }
    return results;
  } finally {
    await peer.stop();
  }
}

/** Waits until the worker has made the machines of all sold servers. */
async function allMade(databaseUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    for (;;) {
      const { rows } = await db.query(`select from servers where converge_at is not null limit 1`);
      if (rows.length === 0) return;
      await sleep(200);
    }
  } finally {
    await db.end();
  }
}

/** Each round uses its own client networks. */
let network = 0;

/** Deploys servers one after the other. */
export async function deployServers(boreal: Child, customer: Customer, count: number): Promise<void> {
  for (const { method, path, headers, body } of deployments({ customers: [customer], models: MODELS, network: 0, count })) {
    const answer = await fetch(boreal.url + path, { method, headers, ...(body !== undefined && { body }) });
    if (answer.status !== 201) throw new Error(`POST ${path} answers ${answer.status}: ${await answer.text()}`);
  }
}

function deployments(input: { customers: readonly Customer[]; models: readonly string[]; network: number; count: number }): Request[] {
  const { customers, models, network, count } = input;
  return Array.from({ length: count }, (_unused, index) => {
    // A connection takes every tenth request: the quotient spreads each connection over all customers and models.
    const turn = Math.floor(index / CONNECTIONS) + index;
    const customer = customers[turn % customers.length];
    const model = models[(turn >> 2) % models.length];
    const headers = { authorization: `Bearer ${customer?.key}`, origin: SITE_URL, 'content-type': 'application/json' };
    const body = JSON.stringify({ productId: `${model}-x1`, sshKeyId: customer?.sshKeyId });
    return withClient({ method: 'POST', path: PATH, headers, body }, clientAddress(100 + network, index));
  });
}
