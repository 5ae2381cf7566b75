import { usualMinutes } from '@boreal/contract/servers/moves.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { KeyAccess, KeyKind } from '@boreal/contract/people/keys.ts';
import { createCtx } from '../core/create-ctx.ts';
import { writeKey } from '../core/ground/keys/write-key.ts';
import { createKeyCache, type KeyCache } from '../core/ground/keys/key-cache.ts';
import { openNotifications } from '../db/notifications.ts';
import { testDatabase, type TestDatabase } from '../db/testing.ts';
import { usualAnswers } from '../engines/answer-limits.ts';
import { fullTraits, type Engine } from '../engines/engine.ts';
import { enginesOf } from '../engines/engines.ts';
import type { Clock } from '../kit/clock.ts';
import { createLog, type Log } from '../kit/log.ts';
import type { Measures } from '../kit/measures.ts';
import type { Traces } from '../kit/traces.ts';
import type { DocumentSource, Endpoint } from '../door/endpoint.ts';
import { createLimits } from '../door/limits.ts';
import { createHttpServer } from './server.ts';

export const SITE_URL = 'http://localhost:8080';

/** A REST door with its own database, for tests. */
export interface TestDoor {
  readonly app: FastifyInstance;
  readonly db: TestDatabase;
  readonly keys: KeyCache;
  /** Set by hand. */
  readonly time: { now: Date; wall: Date };
  readonly key: string;
  makeKey(options: { accountId?: string; kind?: KeyKind; access?: KeyAccess }): Promise<{ id: string; text: string }>;
  /** A request with a full key and, for writes, the right Origin, unless `headers` overrides them; null omits one. */
  send(request: TestRequest): Promise<TestAnswer>;
  close(): Promise<void>;
}

export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly json?: unknown;
  readonly text?: string | Buffer;
  readonly ip?: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
}

export async function openTestDoor(options: {
  endpoints: readonly Endpoint[];
  trustedProxies?: string[];
  factor?: number;
  log?: Log;
  /** By default, read for each request. */
  availability?: DocumentSource;
  measures?: Measures;
  traces?: Traces;
  traceCallers?: readonly string[];
  drainMs?: number;
  requireClock?: () => Promise<void>;
}): Promise<TestDoor> {
  const db = await testDatabase();
  const time = { now: new Date('2026-03-01T12:00:00.000Z'), wall: new Date('2026-03-01T12:00:10.000Z') };
  const clock: Clock = { now: () => time.now, wall: () => time.wall, scale: 1 };
  const log = options.log ?? createLog('silent');
  for (const id of ['acc_1', 'acc_2']) await db.sql.insertInto('accounts').values({ id, name: id, createdAt: time.now }).execute();
  const notifications = openNotifications({ url: db.url, log });
  const keys = createKeyCache({ db, clock, log, notifications });
  const app = await createHttpServer({
    db,
    clock,
    log,
    keys,
    availability: options.availability ?? { get: async () => ({ body: '{"data":{"models":[]}}', etag: '"tag-1"' }) },
    engines: enginesOf([idleEngine]),
    limits: createLimits({ clock, log, factor: options.factor ?? 1 }),
    siteUrl: SITE_URL,
    trustedProxies: options.trustedProxies ?? [],
    measures: options.measures,
    traces: options.traces,
    traceCallers: options.traceCallers ?? [],
    drainMs: options.drainMs,
    requireClock: options.requireClock,
    endpoints: options.endpoints,
  });
  const ctx = createCtx({ db, clock, log });
  const makeKey: TestDoor['makeKey'] = (key) =>
    ctx.transact((tx) => writeKey(tx, ctx, { accountId: 'acc_1', kind: 'rest', access: 'full', name: 'test', ...key }));
  const key = (await makeKey({})).text;

  return {
    app,
    db,
    keys,
    time,
    key,
    makeKey,
    send: async (request) => {
      const answer = await app.inject(injected(request, key));
      const json: unknown = answer.payload !== '' && String(answer.headers['content-type']).includes('json') ? answer.json() : null;
      return { status: answer.statusCode, headers: answer.headers, text: answer.payload, json };
    },
    close: async () => {
      await app.close();
      await keys.close();
      await notifications.close();
      await db.close();
    },
  };
}

function injected(request: TestRequest, key: string): InjectOptions {
  const { method = 'GET', url, json, text, ip } = request;
  const payload = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const headers: Record<string, string | null> = {
    authorization: `Bearer ${key}`,
    ...(method !== 'GET' && { origin: SITE_URL }),
    ...(payload !== undefined && { 'content-type': 'application/json' }),
    ...request.headers,
  };
  const sent = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { method, url, headers: Object.fromEntries(sent), ...(payload !== undefined && { payload }), ...(ip && { remoteAddress: ip }) };
}

const never = () => Promise.reject(new Error('this test has no engine'));
const idleEngine: Engine = {
  name: 'none',
  can: fullTraits,
  limits: usualMinutes,
  answers: usualAnswers,
  hosts: never,
  observe: never,
  list: never,
  ensureRunning: never,
  ensureStopped: never,
  ensureHibernated: never,
  ensureGone: never,
  relocate: never,
  reboot: never,
  applyFirewall: never,
  backup: never,
  observeBackup: never,
  deleteBackup: never,
  listBackups: never,
  capacity: never,
  leftovers: never,
  removeLeftover: never,
  console: never,
  metrics: never,
};
