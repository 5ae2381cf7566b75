import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from './child.ts';
import { contestResult } from './contest-result.ts';
import { deployServers } from './deploy.ts';
import type { Result } from './report.ts';
import { clientAddress, fromManyClients } from './requests.ts';
import { interleave, type Pace } from './rounds.ts';
import type { Customer } from './shop.ts';

const SERVERS = 20;
const PATH = '/api/servers';
/** The same as the product's. */
const POOL_SIZE = 20;
const ACTIVE_WITHIN_MS = 60_000;

/** Authenticated GET /api/servers with 20 running servers, against a bare Fastify that queries Postgres for the key and the rows. */
export async function benchServerList(
  boreal: Child,
  shop: { databaseUrl: string; customer: Customer },
  pace: Pace,
  say: (line: string) => void,
): Promise<Result> {
  const get = { method: 'GET', path: PATH, headers: { authorization: `Bearer ${shop.customer.key}` } } as const;
  await deployServers(boreal, shop.customer, SERVERS);
  say(`${SERVERS} servers deployed; waiting until they are ACTIVE`);
  await waitUntilActive(boreal, get.headers);
  const peer = await startChild({
    name: 'the bare Fastify over Postgres',
    file: 'bench/peers/listed-servers.ts',
    ready: '/healthz',
    env: { DATABASE_URL: shop.databaseUrl, BENCH_POOL: String(POOL_SIZE) },
  });
  try {
    await requireSameAnswer(boreal, peer, get.headers);
    const contest = await interleave({
      ours: boreal,
      peer,
      pace,
      say,
      requests: (round) => fromManyClients(get, { network: round, seconds: pace.seconds }),
    });
    return contestResult(contest, {
      name: `authenticated GET ${PATH} with ${SERVERS} servers`,
      aim: 0.9,
      peer: 'bare Fastify, one key look-up and one prepared select',
      bound: 'the select and reading its rows; ours asks once, for the key is remembered, and checks the answer against its schema',
    });
  } finally {
    await peer.stop();
  }
}

async function waitUntilActive(boreal: Child, headers: Readonly<Record<string, string>>): Promise<void> {
  const deadline = performance.now() + ACTIVE_WITHIN_MS;
  for (let turn = 0; performance.now() < deadline; turn += 1) {
    const { text } = await answerOf(boreal, { ...headers, 'x-forwarded-for': clientAddress(200, turn) });
    if (text.split('"status":"ACTIVE"').length - 1 === SERVERS) return;
    await sleep(500);
  }
  throw new Error(`the ${SERVERS} servers are not ACTIVE after ${ACTIVE_WITHIN_MS / 1000} s\n${boreal.log()}`);
}

async function requireSameAnswer(boreal: Child, peer: Child, headers: Readonly<Record<string, string>>): Promise<void> {
  const [ours, theirs] = await Promise.all([answerOf(boreal, headers), answerOf(peer, headers)]);
  if (!isDeepStrictEqual(ours.json, theirs.json)) throw new Error(`the peer answers something else:\n${ours.text}\n${theirs.text}`);
}

async function answerOf(server: Child, headers: Readonly<Record<string, string>>): Promise<{ text: string; json: unknown }> {
  const answer = await fetch(server.url + PATH, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${server.name}: GET ${PATH} answers ${answer.status}: ${text}`);
  const json: unknown = JSON.parse(text);
  return { text, json };
}
