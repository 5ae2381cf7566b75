import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { z } from 'zod';
import { call, expectData, randomIp, type Call } from '../testing/boreal-process-client.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { until, type BorealProcess } from '../testing/boreal-process.ts';
import { freshPublicKey } from '../testing/walk-world.ts';

/** Longer than the longest silence that is borne. */
const ANSWERED_WITHIN_MS = 90_000;
const SOON_MS = 60_000;

let home: BorealHome;
let boreal: BorealProcess;
let who: { rest: string; mcp: string };
before(async () => {
  home = await makeBorealHome();
  boreal = await home.start();
  const { customers } = await home.demo();
  who = { rest: customers[0].restKey, mcp: customers[0].mcpKey };
});
after(() => home.close());

const readiness = async () => {
  const answer = await fetch(`${boreal.siteUrl}/readyz`, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
  return { code: answer.status, wait: answer.headers.get('retry-after'), ...z.object({ status: z.string() }).parse(await answer.json()) };
};
const untilReady = (status: string) => until(`readiness is: ${status}`, SOON_MS, readiness, (now) => now.status === status);
const addKey = (idempotencyKey: string, publicKey: string): Call => ({
  method: 'POST',
  path: '/settings/ssh-keys',
  key: who.rest,
  json: { name: idempotencyKey, publicKey },
  idempotencyKey,
});
const keysNamed = async (name: string) => {
  const all = await expectData(boreal, { path: '/settings/ssh-keys', key: who.rest }, { data: z.array(SshKey) });
  return all.filter((key) => key.name === name).length;
};

/** Something of every door that asks the database. */
async function everyDoor(): Promise<{ door: string; status: number; wait: string | null; text: string }[]> {
  const send = async (door: string, path: string, init: RequestInit = {}) => {
    const headers = { 'x-forwarded-for': randomIp(), origin: boreal.siteUrl, 'content-type': 'application/json', ...init.headers };
    const answer = await fetch(`${boreal.siteUrl}${path}`, { ...init, headers, signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
    return { door, status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() };
  };
  const tool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_generate_ssh_key', arguments: { name: 'away' } } };
  const agent = { authorization: `Bearer ${who.mcp}`, accept: 'application/json, text/event-stream' };
  return Promise.all([
    send('REST', '/api/settings/ssh-keys', {
      method: 'POST',
      headers: { authorization: `Bearer ${who.rest}`, 'accept-language': 'fr' },
      body: JSON.stringify({ name: 'away', publicKey: freshPublicKey() }),
    }),
    send('agents', '/api/mcp', { method: 'POST', headers: agent, body: JSON.stringify(tool) }),
    send('signing in', '/api/auth/sign-in/email', {
      method: 'POST',
      body: JSON.stringify({ email: 'aurore@example.com', password: 'whatever it may be' }),
    }),
    send('the console', '/api/console/sign-up', {
      method: 'POST',
      body: JSON.stringify({
        name: 'Away',
        email: 'away@example.com',
        password: 'a password that is long',
        acceptedTerms: TERMS_VERSION,
      }),
    }),
  ]);
}

function refused(answers: Awaited<ReturnType<typeof everyDoor>>): void {
  for (const { door, status, wait, text } of answers) {
    assert.match(text, /SERVICE_UNAVAILABLE/, `${door}: ${status} ${text}`);
    // An agent's refusal is an answer of its protocol, which says in it when to come back.
    if (door === 'agents' && status === 200) assert.match(text, /"retryAfterSeconds":5/);
    else assert.deepEqual([status, wait], [503, '5'], door);
  }
  assert.match(answers[0]?.text ?? '', /temporairement indisponible/);
}

describe('while the database', () => {
  test('takes no writes, no traffic is asked for, and whoever writes is told to come back; then all goes on by itself', async () => {
    assert.deepEqual(await readiness(), { code: 200, wait: null, status: 'ok' });
    const readOnly = (on: boolean) =>
      home.inDatabase(async ({ pool }) => {
        await pool.query(`set default_transaction_read_only = off`);
        await pool.query(`alter database boreal set default_transaction_read_only = ${on ? 'on' : 'off'}`);
        await pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
        );
      });
    await readOnly(true);
    try {
      const { code, wait } = await untilReady('the database takes no writes');
      assert.deepEqual([code, wait], [503, '5']);
      // Signing in, too: what is refused is written down, and where there is nobody, as much is written.
      refused(await everyDoor());
      assert.equal((await call(boreal, { path: '/settings/ssh-keys', key: who.rest })).status, 200, 'reading goes on');
    } finally {
      await readOnly(false);
    }
    await untilReady('ok');
    assert.equal(await keysNamed('away'), 0);
  });

  test('stands still, nobody waits for ever, and nothing that was given up is done', async () => {
    const publicKey = freshPublicKey();
    assert.equal(await keysNamed('frozen'), 0);
    const pids = await home.postgresPids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const begun = performance.now();
    try {
      const [all, mine] = await Promise.all([everyDoor(), call(boreal, addKey('frozen', publicKey)).catch((error: unknown) => error)]);
      refused(all);
      assert.partialDeepStrictEqual(mine, { status: 503, error: 'SERVICE_UNAVAILABLE' });
      assert.partialDeepStrictEqual(await readiness(), { code: 503, status: 'the database does not answer' });
      assert.ok(performance.now() - begun < ANSWERED_WITHIN_MS);
    } finally {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    }
    await untilReady('ok');
    assert.equal(await keysNamed('away'), 0);
    assert.equal(await keysNamed('frozen'), 0);
    assert.equal((await call(boreal, addKey('frozen', publicKey))).status, 201);
    assert.equal((await call(boreal, addKey('frozen', publicKey))).status, 201);
    assert.equal(await keysNamed('frozen'), 1);
  });
});
