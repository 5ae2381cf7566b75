import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { z } from 'zod';
import { systemClock } from '../../../kit/clock.ts';
import { createIncusClient, type IncusClient } from './incus-client.ts';
import { IncusError } from './incus-errors.ts';

// What a real Incus says in moments that a test cannot bring about; the rest is in incus-machine.test.ts.

const { signal } = new AbortController();
const within = { ms: 1000, signal };
let answer: (asked: IncomingMessage) => { status: number; body: unknown };
let client: IncusClient;
let close: () => Promise<void>;

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'boreal-incus-client-'));
  const socketPath = join(dir, 'incus.sock');
  const server = createServer((asked, said) => {
    const { status, body } = answer(asked);
    said.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => void server.listen(socketPath, ready));
  client = createIncusClient({ socketPath }, { clock: systemClock(), project: 'default' });
  close = async () => {
    client.close();
    server.closeAllConnections();
    server.close();
    await rm(dir, { recursive: true });
  };
});
afterEach(() => close());

const refusal = (code: number, error: string) => ({ type: 'error', error_code: code, error });

test('an Incus that comes up or goes down is as one that does not answer', async () => {
  for (const words of ['Daemon is starting up', 'Shutting down']) {
    answer = () => ({ status: 503, body: refusal(503, words) });
    await assert.rejects(client.read('/1.0/instances', z.unknown(), signal), { name: 'IncusUnreachable' });
    await assert.rejects(client.change({ method: 'DELETE', path: '/1.0/instances/a' }, within), { name: 'IncusUnreachable' });
  }
  answer = () => ({ status: 500, body: refusal(500, 'Incus is shutting down') });
  await assert.rejects(client.change({ method: 'DELETE', path: '/1.0/instances/a' }, within), { name: 'IncusUnreachable' });
});

test('work that nobody knows of any more is told from work that failed because something is not there', async () => {
  answer = () => ({ status: 404, body: refusal(404, 'Operation not found') });
  assert.equal(await client.wait('some', within), 'forgotten');
  // Who waits has been answered 200 before the work ended.
  answer = () => ({ status: 200, body: refusal(404, 'Storage volume not found') });
  await assert.rejects(client.wait('some', within), (error) => error instanceof IncusError && error.status === 400);
  answer = () => ({ status: 200, body: refusal(500, 'context deadline exceeded') });
  assert.equal(await client.wait('some', within), 'running');
});
