import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { createLog } from '../../server/src/kit/log.ts';
import { openEverySecret } from '../testing/every-secret.ts';

const lines: string[] = [];
const all = await openEverySecret(createLog('debug', { write: (line) => void lines.push(line) }));
after(() => all.close());

const Line = z.looseObject({ msg: z.string().optional(), level: z.number(), requestId: z.string().nullish(), route: z.string().nullish() });
const told = () => lines.map((line) => Line.parse(JSON.parse(line)));
const WARN = 40;

test('no line of the log holds a secret, whichever were told, sent, mistyped or forged', () => {
  assert.ok(lines.length > 25, String(lines.length));
  for (const [name, secret] of all.secrets) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')]) {
      assert.equal(
        lines.find((line) => line.includes(form)),
        undefined,
        name,
      );
    }
  }
});

test('each answer has a line: which request of whose, by which route, with what status, and how long it took', () => {
  const answered = told().filter(({ msg }) => msg === 'answered');
  const link = answered.find(({ route }) => route === '/api/console/accounts/:accountId/servers/:id/console-link');
  assert.partialDeepStrictEqual(link, { method: 'POST', status: 201, accountId: all.at.split('/').at(-1) });
  assert.match(z.string().parse(link?.requestId), /^req_/);
  assert.ok(z.number().parse(link?.['durationMs']) > 0 && z.string().parse(link?.['actorId']) !== '');
  assert.ok(
    answered.some(({ route }) => route === '/api/auth/verify-email'),
    'a route is a pattern, without the token in its address',
  );
  const agents = answered.filter(({ route, accountId }) => route === '/api/mcp' && typeof accountId === 'string');
  assert.ok(agents.length >= 4);
});

test('who asks whether it is well, says no more than that', async () => {
  const before = lines.length;
  assert.equal((await all.owner.get('/healthz')).status, 200);
  const [line] = lines.slice(before).map((text) => Line.parse(JSON.parse(text)));
  assert.deepEqual([line?.route, line?.level], ['/healthz', 20]);
});

test('what was refused leaves a line that a person can find: a password, a key, an origin, a forged webhook', async () => {
  await all.web
    .browser()
    .post('/api/auth/sign-in/email', { email: 'a@example.com', password: 'whatever it is' }, { origin: 'https://evil.example' });
  const warned = told().filter(({ level }) => level === WARN);
  for (const [msg, more] of [
    ['signing in was refused', { refused: 'INVALID_EMAIL_OR_PASSWORD', route: '/sign-in/email' }],
    ['a key was refused', { refused: 'Unauthorized', route: '/api/servers' }],
    ['a write from another site was refused', { refused: 'FORBIDDEN_ORIGIN' }],
    ['a message that claims to be of the payment provider is not signed by it', {}],
  ] as const) {
    const line = warned.find((one) => one.msg === msg);
    assert.partialDeepStrictEqual(line, more, msg);
  }
});

test('a wrong password is in the audit log of whose it was not', async () => {
  const { rows } = await all.web.cloud.db.pool.query(
    `select detail, target, actor_id, address from audit_entries where action = 'person.sign_in_refused'`,
  );
  const [entry] = z
    .array(z.object({ detail: z.object({ why: z.string() }), target: z.string(), actor_id: z.null(), address: z.string() }))
    .parse(rows);
  assert.equal(entry?.detail.why, 'INVALID_EMAIL_OR_PASSWORD');
});
