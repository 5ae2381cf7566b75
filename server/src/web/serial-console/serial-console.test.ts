import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { WebSocket } from 'ws';
import { makeConsoleLink } from '../../core/fleet/servers/console/console-link.ts';
import { addMember } from '../../core/ground/members/members.store.ts';
import type { CustomerCtx } from '../../core/ground/ctx.ts';
import { createUser } from '../../core/ground/people/create-user.ts';
import { startCloud } from '../../core/testing/cloud.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import { serialConsole } from './serial-console.ts';
import { enginesOf } from '../../engines/engines.ts';

const SITE_URL = 'http://boreal.test';
const PROXY = '127.0.0.1';

const cloud = await startCloud();
/** What the engine has opened, in the order in which it was opened. */
const shells: Duplex[] = [];
/** As it is with an engine that has no shells. */
let isLine = false;
const engine = {
  ...cloud.engine,
  console: async (serverId: string, signal: AbortSignal) => {
    const opened = await cloud.engine.console(serverId, signal);
    shells.push(opened.stream);
    return isLine ? { ...opened, kind: 'line' as const } : opened;
  },
};
const app = fastify();
serialConsole(app, { ctx: cloud.ctx, engines: enginesOf([engine]), siteUrl: SITE_URL, trustedProxies: [PROXY] });
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const customer = await cloud.customer('10000');
const serverId = await customer.deploy('l4-x1');
await cloud.settle();
after(async () => {
  await app.close();
  await cloud.close();
});

let people = 0;

/** Somebody of the account, signed in. */
async function person(role: 'developer' | 'owner' = 'developer'): Promise<CustomerCtx & { userId: string; sessionId: string }> {
  const n = (people += 1);
  const { accountId } = customer.ctx;
  return cloud.ctx.transact(async (tx) => {
    const now = cloud.ctx.clock.wall();
    const name = `Person ${n}`;
    const userId = await createUser(tx, { email: `p${n}@example.com`, name, password: 'a long enough password', role: 'customer', now });
    await addMember(tx, { accountId, userId, role, createdAt: now });
    const sessionId = `ses_${n}`;
    const expiresAt = new Date(now.getTime() + 600 * MINUTE_MS);
    await tx
      .insertInto('sessions')
      .values({ id: sessionId, userId, token: sessionId, expiresAt, createdAt: now, updatedAt: now })
      .execute();
    return { ...customer.ctx, actor: { type: 'user', id: userId, name }, sessionId, userId };
  });
}

const linkOf = async (of: CustomerCtx, server = serverId) => (await makeConsoleLink(of, { serverId: server })).token;

function dial(from = '203.0.113.7'): WebSocket {
  const url = `${address.replace('http', 'ws')}/serial-console/socket`;
  const socket = new WebSocket(url, { origin: SITE_URL, headers: { 'X-Forwarded-For': `10.9.9.9, ${from}` } });
  socket.on('error', () => undefined);
  return socket;
}

/** A terminal that shows what comes, as the page does; `reports: false`: one that never says what it has shown. */
function terminal(token: string, { reports = true } = {}) {
  const socket = dial();
  let seen = '';
  let bytes = 0;
  let taken = 0;
  const looks = new Set<() => void>();
  socket.on('open', () => socket.send(JSON.stringify({ token })));
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      bytes += data.length;
      seen = (seen + String(data)).slice(-10_000);
      if (reports) socket.send(JSON.stringify({ shown: bytes }));
    } else taken = JSON.parse(String(data)).taken ?? taken;
    for (const look of looks) look();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const when = (isThere: () => boolean, what: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (isThere()) resolve();
      };
      looks.add(look);
      look();
      closed.then((code) => reject(new Error(`closed with ${code} before ${what}: ${seen}`)), reject);
    });
  const until = (pattern: RegExp) => when(() => pattern.test(seen), String(pattern));
  return { socket, closed, when, until, type: (text: string) => socket.send(Buffer.from(text)), bytes: () => bytes, taken: () => taken };
}

async function opened(of: CustomerCtx, options?: { reports: boolean }) {
  const made = terminal(await linkOf(of), options);
  await made.until(/\$ $/);
  const shell = shells.at(-1);
  assert.ok(shell);
  return { ...made, shell };
}

test('who opened a terminal, when and from where is in the audit log and in the activity log', async () => {
  const somebody = await person();
  const { socket, closed } = await opened(somebody);
  const audit = await cloud.db.sql
    .selectFrom('auditEntries')
    .selectAll()
    .where('action', '=', 'server.console_opened')
    .where('actorId', '=', somebody.userId)
    .execute();
  assert.partialDeepStrictEqual(audit, [
    {
      accountId: customer.ctx.accountId,
      target: serverId,
      actorType: 'user',
      actorName: somebody.actor.name,
      door: 'console',
      address: '203.0.113.7',
    },
  ]);
  const events = await cloud.db.sql.selectFrom('serverEvents').selectAll().where('actorId', '=', somebody.userId).execute();
  assert.deepEqual(events.map(({ type }) => type).sort(), ['server.console_link_made', 'server.console_opened']);
  socket.close();
  await closed;
});

const losses: Readonly<Record<string, (of: Awaited<ReturnType<typeof person>>) => Promise<unknown>>> = {
  'signed out': ({ sessionId }) => cloud.db.sql.deleteFrom('sessions').where('id', '=', sessionId).execute(),
  'removed from the account': ({ userId }) => cloud.db.sql.deleteFrom('memberships').where('userId', '=', userId).execute(),
  'made a viewer': ({ userId }) => cloud.db.sql.updateTable('memberships').set({ role: 'viewer' }).where('userId', '=', userId).execute(),
};
for (const [what, lose] of Object.entries(losses)) {
  test(`an open terminal ends when its person is ${what}, also for a client that does not listen`, async () => {
    const somebody = await person();
    const listener = await opened(somebody);
    const deaf = await opened(somebody);
    const ended = new Promise((resolve) => deaf.shell.once('close', resolve));
    // It reads nothing any more, so it never answers that it is over.
    deaf.socket.pause();
    await lose(somebody);
    assert.equal(await listener.closed, 4403);
    await ended;
    deaf.socket.terminate();
  });
}

test('an open terminal ends when its server changes hands, or goes off', async () => {
  const somebody = await person();
  const moved = await opened(somebody);
  const other = await cloud.customer('10');
  const give = (accountId: string) => cloud.db.sql.updateTable('servers').set({ accountId }).where('id', '=', serverId).execute();
  await give(other.ctx.accountId);
  assert.equal(await moved.closed, 4403);
  await give(customer.ctx.accountId);

  const asleep = await opened(somebody);
  await customer.act(serverId, 'hibernate');
  await cloud.settle();
  assert.ok([1000, 4403].includes(await asleep.closed));
  await customer.act(serverId, 'hibernate-restore');
  await cloud.settle();

  const gone = await customer.deploy('l4-x1');
  await cloud.settle();
  const last = terminal(await linkOf(somebody, gone));
  await last.until(/\$ $/);
  await customer.remove(gone);
  await cloud.settle();
  assert.ok([1000, 4403].includes(await last.closed));
});

test('of a line, whoever opened it last has it, also where two processes have opened it', async (t) => {
  const somebody = await person();
  const shell = await opened(somebody);
  isLine = true;
  t.after(() => {
    isLine = false;
  });
  // Each has an end of its own here, as each process has one.
  const first = await opened(somebody);
  const last = await opened(await person());
  assert.equal(await first.closed, 4410);
  assert.ok(first.shell.destroyed && !last.shell.destroyed && !shell.shell.destroyed);
  for (const open of [last, shell]) {
    open.socket.close();
    await open.closed;
  }
});

test('a flood that the page does not show waits in the guest, and goes on when it is shown', async () => {
  const { socket, shell, when, type, bytes, closed } = await opened(await person(), { reports: false });
  type('yes\r');
  await when(() => bytes() >= 512 * 1024, 'half a megabyte');
  const before = bytes();
  assert.ok(before < 768 * 1024, `${before} bytes are ahead of the page`);
  assert.ok(shell.isPaused() && shell.readableLength < 256 * 1024, `${shell.readableLength} bytes wait here`);
  socket.send(JSON.stringify({ shown: bytes() }));
  await when(() => bytes() > before + 256 * 1024, 'more of it');
  socket.close();
  await closed;
});

test('a client that types on although the guest takes nothing is cut off', async () => {
  const { closed, type, shell } = await opened(await person());
  shell.cork();
  for (let sent = 0; sent < 300 * 1024; sent += 8192) type('x'.repeat(8192));
  assert.equal(await closed, 4404);
});

test('what the guest has taken is told, so that a page goes on with a long paste', async () => {
  const { socket, closed, type, when, taken } = await opened(await person());
  for (let sent = 0; sent < 200; sent += 1) type('x'.repeat(100));
  await when(() => taken() === 20_000, 'all is taken');
  socket.close();
  await closed;
});

test('one person has ten terminals, and a place is free again when one is closed', async () => {
  const somebody = await person();
  const open = await Promise.all(Array.from({ length: 10 }, () => opened(somebody)));
  const token = await linkOf(somebody);
  assert.equal(await terminal(token).closed, 4429);
  const colleague = await opened(await person());
  colleague.socket.close();
  const [first] = open;
  first?.socket.close();
  await first?.closed;
  // The place is free once the shell has ended, which is at once, but not in the same instant.
  const { until, socket } = await untilOpen(token);
  await until(/\$ $/);
  for (const each of [...open, { socket }]) each.socket.close();
});

/** The link was not used up by being refused. */
async function untilOpen(token: string) {
  for (;;) {
    const made = terminal(token);
    const first = await Promise.race([
      made.closed,
      made.until(/\$ $/).then(
        () => 'open' as const,
        () => 'closed' as const,
      ),
    ]);
    if (first === 'open') return made;
    assert.equal(await made.closed, 4429);
  }
}

test('one client has few sockets that have not said what they want, and others are not in their way', async () => {
  const idle = Array.from({ length: 20 }, () => dial('198.51.100.9'));
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  const refused = dial('198.51.100.9');
  const status = new Promise((resolve) => refused.once('unexpected-response', (_request, answer) => resolve(answer.statusCode)));
  assert.equal(await status, 429);
  const { socket } = await opened(await person());
  socket.close();
  for (const each of idle) each.terminate();
});

test('who is refused a socket is let go, also if they do not hang up, and by breaking off they end nobody’s terminal', async () => {
  const from = '198.51.100.10';
  const idle = Array.from({ length: 20 }, () => dial(from));
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('open', resolve))));
  const request = [
    'GET /serial-console/socket HTTP/1.1',
    'Host: boreal.test',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Origin: ${SITE_URL}`,
    `X-Forwarded-For: ${from}`,
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  const ask = async () => {
    const { port, hostname: host } = new URL(address);
    const theirs = connect({ port: Number(port), host, allowHalfOpen: true });
    theirs.on('error', () => undefined);
    const [ours] = await once(app.server, 'connection');
    // Not by `once`, which listens to errors, too.
    const gone = new Promise((resolve) => ours.on('close', resolve));
    theirs.write(`${request.join('\r\n')}\r\n\r\n`);
    return { theirs, gone };
  };

  // It stays open at the other end, which says nothing more.
  const patient = await ask();
  const [answer] = await once(patient.theirs, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 429 .*Retry-After: 5\r\n/s);
  await patient.gone;
  patient.theirs.destroy();

  // As the other end breaks off while it is told.
  app.server.once('upgrade', (_request, socket) => socket.emit('error', new Error('read ECONNRESET')));
  const hasty = await ask();
  await hasty.gone;
  hasty.theirs.destroy();

  const { socket } = await opened(await person());
  socket.close();
  for (const each of idle) each.terminate();
});

test('who tells the terminal anything but its size and what is shown is cut off', async () => {
  for (const told of ['{"columns":0,"rows":1}', '{"columns":1e9,"rows":1}', '{"shown":-1}', '{"token":"x"}', 'not JSON']) {
    const { socket, closed } = await opened(await person());
    socket.send(told);
    assert.equal(await closed, 4404, told);
  }
});
