import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { KeyAccess, KeyKind } from '@boreal/contract/people/keys.ts';
import { freshAddress } from '../../server/src/web/test-browser.ts';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import { writeKey } from '../../server/src/core/ground/keys/write-key.ts';
import { startCloud, type Cloud, type Customer, type HostGpus } from '../../server/src/core/testing/cloud.ts';
import { createLimits } from '../../server/src/door/limits.ts';
import { openRestDoor } from '../../server/src/http/test-rest-door.ts';
import type { Log } from '../../server/src/kit/log.ts';
import { readApiDocument, type CheckedAnswer, type ApiDocument } from './api-document.ts';

export const SITE_URL = 'https://boreal.example';
/** The proxy whose X-Forwarded-For counts, and an address whose does not. */
export const PROXY = '10.0.0.1';
export const STRANGER = '198.51.100.200';

/** The whole REST API on the simulated engine, in a database of its own, on a clock that only the test moves. */
export interface RestCloud {
  readonly cloud: Cloud;
  readonly app: FastifyInstance;
  readonly document: ApiDocument;
  member(cad: string): Promise<Member>;
  makeKey(options: { accountId: string; kind?: KeyKind; access?: KeyAccess; ctx?: Ctx }): Promise<{ id: string; text: string }>;
  /** Sends a request and checks the answer against the served document. Each comes from an address of its own, so that no limit is met. */
  send(request: Asked): Promise<CheckedAnswer>;
  close(): Promise<void>;
}

/** A customer with a key that may do everything. */
export interface Member extends Customer {
  readonly accountId: string;
  readonly key: string;
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH';
  /** Below `{base_url}`, with its query. */
  readonly path: string;
  readonly key?: string | null;
  readonly body?: unknown;
  /** The body's very bytes, in place of `body`. */
  readonly text?: string;
  /** A write carries the site's Origin unless another is named here; null leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The client as the trusted proxy names it. */
  readonly ip?: string;
  /** Who the socket belongs to; the proxy unless named. */
  readonly from?: string;
}

export async function openRestCloud(options: { hosts?: HostGpus } = {}): Promise<RestCloud> {
  const cloud = await startCloud(options);
  const { ctx, db, clock, engines } = cloud;
  const { log, bugs } = bugLog(ctx.log);
  const limits = createLimits({ clock, log });
  const door = await openRestDoor({ db, clock, log, engines, limits, siteUrl: SITE_URL, trustedProxies: [PROXY] });
  const { app } = door;
  const served = await app.inject({ method: 'GET', url: '/api/v1/openapi.json' });
  assert.equal(served.statusCode, 200, `the document is not served: ${inspect(bugs.at(-1))}`);
  const document = readApiDocument(served.json());

  const makeKey: RestCloud['makeKey'] = ({ ctx: by = ctx, ...key }) =>
    by.transact((tx) => writeKey(tx, by, { kind: 'rest', access: 'full', name: 'tests', ...key }));
  const send = async (request: Asked) => {
    const response = await app.inject(injected(request));
    const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    if (response.statusCode === 500)
      throw new Error(`${request.method ?? 'GET'} ${request.path} is answered with 500`, { cause: bugs.at(-1) });
    const json: unknown = response.payload !== '' && headers['content-type']?.includes('json') ? response.json() : null;
    const answer = { status: response.statusCode, headers, text: response.payload, json };
    const method = request.method ?? 'GET';
    if (method !== 'OPTIONS' && method !== 'HEAD') document.check({ method, url: `/api${request.path}` }, answer);
    return answer;
  };

  return {
    cloud,
    app,
    document,
    makeKey,
    send,
    member: async (cad) => {
      const customer = await cloud.customer(cad);
      const { accountId } = customer.ctx;
      return { ...customer, accountId, key: (await makeKey({ accountId })).text };
    },
    close: async () => {
      await door.close();
      await cloud.close();
    },
  };
}

/** A log that keeps errors: the inner cause of every 500. */
function bugLog(log: Log): { log: Log; bugs: unknown[] } {
  const bugs: unknown[] = [];
  const { debug, info, warn } = log;
  return {
    bugs,
    log: {
      debug: debug.bind(log),
      info: info.bind(log),
      warn: warn.bind(log),
      error: (about: unknown) => void bugs.push(about),
    },
  };
}

function injected(request: Asked) {
  const { method = 'GET', path, key = null, body, text, ip = freshAddress(), from = PROXY } = request;
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const isWrite = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  const all: Record<string, string | null> = {
    'x-forwarded-for': ip,
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...(isWrite && { origin: SITE_URL }),
    ...(payload !== undefined && { 'content-type': 'application/json' }),
    ...request.headers,
  };
  const sent = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { method, url: `/api${path}`, headers: Object.fromEntries(sent), remoteAddress: from, ...(payload !== undefined && { payload }) };
}
