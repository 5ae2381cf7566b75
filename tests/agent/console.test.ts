import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createUser } from '../../server/src/core/ground/people/create-user.ts';
import type { CustomerCtx } from '../../server/src/core/ground/ctx.ts';
import { revokeKey } from '../../server/src/core/ground/keys/revoke-key.ts';
import { addMember } from '../../server/src/core/ground/members/members.store.ts';
import { makeConsoleLink } from '../../server/src/core/fleet/servers/console/console-link.ts';
import { keyFiles } from '../../server/src/core/ground/ssh-keys/testing/key-files.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { openAgentCloud, SITE_URL } from '../testing/agent-cloud.ts';

const mcp = await openAgentCloud();
const { cloud } = mcp;
const agent = await mcp.agent();
const serverId = await agent.customer.deploy('l4-x1');
await cloud.settle();
after(() => mcp.close());

const Link = z.object({ url: z.string().startsWith(`${SITE_URL}/serial-console#`), expiresAt: z.iso.datetime() });
const tokenOf = async (by = agent) => (await by.ok('svc_get_console_url', { serverId }, Link)).url.split('#')[1] ?? '';

const SHOWN_WITHIN_MS = 60_000;

function open(first: string, origin: string = SITE_URL) {
  const url = new URL('/serial-console/socket', mcp.url);
  url.protocol = 'ws:';
  const socket = new WebSocket(url, { origin });
  let seen = '';
  const told: unknown[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data, isBinary) => {
    if (!isBinary) return void told.push(JSON.parse(String(data)));
    seen += String(data);
    for (const check of waiting) check();
  });
  socket.on('open', () => socket.send(first));
  socket.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (pattern.test(seen)) resolve();
      };
      waiting.add(check);
      check();
      setTimeout(() => reject(new Error(`not within ${SHOWN_WITHIN_MS / 1000} s: ${pattern}; seen: ${seen}`)), SHOWN_WITHIN_MS).unref();
      closed.then((code) => reject(new Error(`closed with ${code} before ${pattern}: ${seen}`)), reject);
    });
  return { socket, closed, until, seen: () => seen, told: () => told };
}

test('a link opens a shell, which answers to what is typed and follows the size of its window', async () => {
  const { socket, until, closed, told } = open(JSON.stringify({ token: await tokenOf() }));
  await until(/\$ $/);
  assert.deepEqual(told(), [{ kind: 'shell' }]);
  socket.send(JSON.stringify({ columns: 111, rows: 37 }));
  socket.send(Buffer.from('size\r'));
  await until(/\n37 111\r\n/);
  socket.send(Buffer.from('exit\r'));
  assert.equal(await closed, 1000);
});

test('the page loads only its own files, writes styles only with its nonce, and is kept by nobody', async () => {
  const answer = await fetch(new URL('/serial-console', mcp.url));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const policy = answer.headers.get('content-security-policy') ?? '';
  const [, nonce] = /^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-([^']{22,})'; /.exec(policy) ?? [];
  assert.ok(nonce, policy);
  const page = await answer.text();
  assert.match(page, /^<!doctype html>/);
  assert.ok(page.includes(`nonce="${nonce}"`));
  const files = [...page.matchAll(/"(\/serial-console\/[^"]+)"/g)].map(([, path]) => path ?? '');
  assert.equal(files.length, 3);
  for (const path of files) {
    const file = await fetch(new URL(path, mcp.url));
    assert.equal(file.status, 200, path);
    assert.match(file.headers.get('cache-control') ?? '', /immutable/);
    await file.body?.cancel();
  }
  assert.notEqual(policy, (await fetch(new URL('/serial-console', mcp.url))).headers.get('content-security-policy'));
});

test('a forged or changed link, one that is over, one of a revoked key and one of a server that stopped open nothing', async () => {
  const token = await tokenOf();
  const [body = '', sign = ''] = token.split('.');
  const other = Buffer.from(Buffer.from(body, 'base64url').toString().replace(serverId, 'srv_other')).toString('base64url');
  const sibling = await mcp.agent({ of: agent.customer });
  const orphan = await tokenOf(sibling);
  await revokeKey(cloud.ctx, { accountId: agent.customer.ctx.accountId, keyId: sibling.keyId });
  const bad = [`${other}.${sign}`, `${body}.${sign.slice(1)}`, `${body}.`, body, '', 'a.b.c', orphan].map((text) =>
    JSON.stringify({ token: text }),
  );
  for (const first of [...bad, 'not JSON', '{}']) assert.equal(await open(first).closed, 4404, first);
  await cloud.pass(5 * MINUTE_MS);
  assert.equal(await open(JSON.stringify({ token })).closed, 4404);
  const fresh = await tokenOf();
  await agent.customer.act(serverId, 'stop');
  await cloud.settle();
  assert.equal(await open(JSON.stringify({ token: fresh })).closed, 4409);
  await agent.refused('svc_get_console_url', { serverId }, 'INVALID_STATE');
  await agent.customer.act(serverId, 'start');
  await cloud.settle();
});

test('a link opens the console once, and a console that is open ends with the key that asked for it', async () => {
  const sibling = await mcp.agent({ of: agent.customer });
  const first = JSON.stringify({ token: await tokenOf(sibling) });
  const { socket, until, closed } = open(first);
  await until(/\$ $/);
  assert.equal(await open(first).closed, 4404, 'a second time');
  assert.equal(socket.readyState, WebSocket.OPEN);
  await revokeKey(cloud.ctx, { accountId: agent.customer.ctx.accountId, keyId: sibling.keyId });
  assert.equal(await closed, 4403);
});

test('a person’s link is worth nothing when their session has ended or their role does not allow it any more', async () => {
  const { ctx } = agent.customer;
  const { userId, sessionId } = await cloud.ctx.transact(async (tx) => {
    const now = cloud.ctx.clock.wall();
    const id = await createUser(tx, {
      email: 'serial@example.com',
      name: 'Somebody',
      password: 'a long enough password',
      role: 'customer',
      now,
    });
    await addMember(tx, { accountId: ctx.accountId, userId: id, role: 'developer', createdAt: now });
    const session = {
      id: 'ses_serial',
      userId: id,
      token: 'x',
      expiresAt: new Date(now.getTime() + 60 * MINUTE_MS),
      createdAt: now,
      updatedAt: now,
    };
    await tx.insertInto('sessions').values(session).execute();
    return { userId: id, sessionId: session.id };
  });
  const person: CustomerCtx = { ...ctx, actor: { type: 'user', id: userId, name: 'Somebody' }, sessionId };
  const link = async () => JSON.stringify({ token: (await makeConsoleLink(person, { serverId })).token });

  const opened = open(await link());
  await opened.until(/\$ $/);
  opened.socket.close();
  const demoted = await link();
  await cloud.db.sql.updateTable('memberships').set({ role: 'viewer' }).where('userId', '=', userId).execute();
  assert.equal(await open(demoted).closed, 4404);
  await cloud.db.sql.updateTable('memberships').set({ role: 'developer' }).where('userId', '=', userId).execute();
  const outlived = await link();
  await cloud.db.sql.deleteFrom('sessions').where('id', '=', sessionId).execute();
  assert.equal(await open(outlived).closed, 4404);
});

test('another site cannot open a socket', async () => {
  const { closed, seen } = open(JSON.stringify({ token: await tokenOf() }), 'https://evil.example');
  assert.equal(await closed, 1006);
  assert.equal(seen(), '');
});

test('the ssh programs accept a generated key, whose private half is in no table', async () => {
  const files = keyFiles();
  try {
    const { key } = await agent.ok(
      'svc_generate_ssh_key',
      { name: 'agent key' },
      z.object({ key: z.object({ publicKey: z.string(), privateKey: z.string(), fingerprint: z.string() }) }),
    );
    files.write('generated', key.privateKey);
    assert.equal(files.run('-y', '-f', 'generated').trim(), key.publicKey);
    assert.ok(files.run('-l', '-f', 'generated').includes(key.fingerprint));
    const secret = key.privateKey.split('\n')[3] ?? '';
    const tables = await cloud.db.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    assert.ok(tables.rows.length > 20);
    for (const { name } of tables.rows) {
      const { rows } = await cloud.db.pool.query(`select 1 from "${name}" t where position($1 in t::text) > 0 limit 1`, [secret]);
      assert.equal(rows.length, 0, name);
    }
  } finally {
    files.remove();
  }
});
