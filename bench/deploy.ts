import type { Request } from 'autocannon';
import type { Child } from './child.ts';
import { CONNECTIONS, load, type Round } from './load.ts';
import { median, type Result } from './report.ts';
import { clientAddress, withClient } from './requests.ts';
import type { Pace } from './rounds.ts';
import { MODELS, type Customer } from './shop.ts';
import { SITE_URL } from './start-boreal.ts';

/** More than a round can send: a client may deploy five times a minute, so each request has a client of its own. */
const REQUESTS = 8000;

/** POST /api/servers per second: by many customers of several models, then by one customer of one model. */
export async function benchDeploy(boreal: Child, customers: readonly Customer[], pace: Pace, say: (line: string) => void): Promise<Result> {
  const one = customers.slice(0, 1);
  const cases = { many: { customers, models: MODELS }, one: { customers: one, models: MODELS.slice(0, 1) } } as const;
  const rounds: { many: Round[]; one: Round[] } = { many: [], one: [] };
  let network = 0;
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const name of ['many', 'one'] as const) {
      network += 1;
      const requests = deployments({ ...cases[name], network, count: REQUESTS });
      rounds[name].push(await load(boreal, { requests, status: 201, seconds: pace.seconds }));
    }
    say(`round ${round} of ${pace.rounds}: many customers ${rate(rounds.many.slice(-1))}, one customer ${rate(rounds.one.slice(-1))}`);
  }
  return {
    name: 'POST /api/servers: a deployment sold, worker on in the same process',
    ours: `${rate(rounds.many)} by ${customers.length} customers of ${MODELS.length} models (p50 ${latency(rounds.many)}), ${rate(rounds.one)} by one customer of one model`,
    peer: 'none',
    ratio: null,
    limit: 'reported',
    met: null,
    bound: `the statements of one transaction and its commit to disk, ${CONNECTIONS} at once; those of one account or one model wait for each other`,
  };
}

/** Deploys servers, one after the other. */
export async function deployServers(boreal: Child, customer: Customer, count: number): Promise<void> {
  for (const { method, path, headers, body } of deployments({ customers: [customer], models: MODELS, network: 0, count })) {
    const answer = await fetch(boreal.url + path, { method, headers, ...(body !== undefined && { body }) });
    if (answer.status !== 201) throw new Error(`POST ${path} answers ${answer.status}: ${await answer.text()}`);
  }
}

function deployments(input: { customers: readonly Customer[]; models: readonly string[]; network: number; count: number }): Request[] {
  const { customers, models, network, count } = input;
  return Array.from({ length: count }, (_unused, index) => {
    // Connections take every tenth request: the quotient spreads each connection over all customers and models.
    const turn = Math.floor(index / CONNECTIONS) + index;
    const customer = customers[turn % customers.length];
    const model = models[(turn >> 2) % models.length];
    const headers = { authorization: `Bearer ${customer?.key}`, origin: SITE_URL, 'content-type': 'application/json' };
    const body = JSON.stringify({ productId: `${model}-x1`, sshKeyId: customer?.sshKeyId });
    return withClient({ method: 'POST', path: '/api/servers', headers, body }, clientAddress(100 + network, index));
  });
}

function rate(rounds: readonly Round[]): string {
  return `${median(rounds.map((round) => round.perSecond)).toFixed(0)}/s`;
}

function latency(rounds: readonly Round[]): string {
  return `${median(rounds.map((round) => round.latencyMs.p50))} ms`;
}
