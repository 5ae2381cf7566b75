import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { until, type BorealProcess } from './boreal-process.ts';

/** A request to a running Boreal. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/api`. */
  readonly path: string;
  readonly key?: string;
  readonly json?: unknown;
  readonly idempotencyKey?: string;
  /** Whose request it seems to be; each time somebody else's when left out, so that no rate limit is in the way. */
  readonly ip?: string;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The code of a refusal; empty when it is none. */
  readonly error: string;
}

/** What makes a Boreal believe `Call.ip`. */
export const TRUST_THIS_MACHINE = { BOREAL_TRUSTED_PROXIES: '127.0.0.1,::1' } as const;

const ANSWERED_WITHIN_MS = 30_000;

/** A Boreal that can be asked, wherever it runs. */
export type Reachable = Pick<BorealProcess, 'baseUrl' | 'siteUrl'>;

/** @throws when there is no answer: nobody listens, or the process has ended meanwhile */
export async function call(boreal: Reachable, request: Call): Promise<CallAnswer> {
  const { method = 'GET', path, key, json, idempotencyKey, ip = randomIp() } = request;
  const response = await fetch(`${boreal.baseUrl}${path}`, {
    method,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(method !== 'GET' && { origin: boreal.siteUrl }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      'x-forwarded-for': ip,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
  });
  return answerOf(response.status, response.headers, await response.text());
}

export function answerOf(status: number, headers: Headers, text: string): CallAnswer {
  const body: unknown = text === '' ? null : JSON.parse(text);
  const refusal = z.object({ error: z.string() }).safeParse(body);
  return { status, headers, body, error: refusal.success ? refusal.data.error : '' };
}

export function randomIp(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** The `data` of an answer, which must have this status. */
export async function expectData<T extends z.ZodType>(
  boreal: Reachable,
  request: Call,
  expected: { status?: number; data: T },
): Promise<z.output<T>> {
  const { status, body } = await call(boreal, request);
  if (status !== (expected.status ?? 200)) throw new Error(`${request.method ?? 'GET'} ${request.path}: ${status} ${JSON.stringify(body)}`);
  const { data } = z.object({ data: z.unknown() }).parse(body);
  return expected.data.parse(data);
}

const WithId = z.object({ id: z.string() });

/** A public key that ssh-keygen made; nobody has its private half. */
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ tests';

export async function addSshKey(boreal: Reachable, key: string): Promise<string> {
  const json = { name: 'tests', publicKey: PUBLIC_KEY };
  return (await expectData(boreal, { method: 'POST', path: '/settings/ssh-keys', key, json }, { status: 201, data: WithId })).id;
}

export async function deploy(
  boreal: Reachable,
  key: string,
  json: { productId: string; sshKeyId: string; name?: string },
): Promise<string> {
  return (await expectData(boreal, { method: 'POST', path: '/servers', key, json }, { status: 201, data: WithId })).id;
}

/** Waits until a server runs, however busy the machine is. */
export async function untilActive(boreal: Reachable, key: string, serverId: string): Promise<void> {
  await until(
    `${serverId} is ACTIVE`,
    120_000,
    () => statusOf(boreal, key, serverId),
    (status) => status === 'ACTIVE',
  );
}

export async function statusOf(boreal: Reachable, key: string, serverId: string): Promise<string> {
  return (await expectData(boreal, { path: `/servers/${serverId}`, key }, { data: z.object({ status: z.string() }) })).status;
}
