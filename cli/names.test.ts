import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { openDouble } from '../sdk/testing.ts';
import { type } from './testing.ts';

const SERVERS = [
  { id: 'srv_1', name: 'web', status: 'ACTIVE' },
  { id: 'srv_2', name: 'My job / 2 é', status: 'STOPPED' },
  { id: 'srv_3', name: 'twice', status: 'ACTIVE' },
  { id: 'srv_4', name: 'twice', status: 'HIBERNATED' },
  { id: 'srv_5', name: 'web', status: 'DELETED' },
];
const KEYS = [{ id: 'ssh_1', name: 'laptop' }];

const double = await openDouble(({ method, path }) => {
  if (path.startsWith('/api/settings/ssh-keys') && method === 'GET') return { status: 200, json: { data: KEYS } };
  if (path.startsWith('/api/servers?')) return { status: 200, json: { data: SERVERS } };
  if (path.startsWith('/api/servers/deploy-quote')) return { status: 200, json: { data: QUOTE } };
  return {
    status: 200,
    json: { data: { id: 'srv_1', name: 'web', status: 'ACTIVE', task: null, ipv4: '203.0.113.7', sshPort: 22, region: 'r' } },
  };
});
const QUOTE = {
  name: 'L4',
  spot: false,
  region: 'r',
  deployable: true,
  reasons: [],
  requiredCredits: 1,
  currentBalance: 10,
  pricing: { hourly: 1 },
};
after(() => double.close());
beforeEach(() => double.arrived.splice(0));

const asked = () => double.arrived.map(({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`);

test('a server is found by its name, whatever it is called, among those that are not deleted', async () => {
  assert.equal((await type(double.url, ['servers', 'show', 'web'])).code, 0);
  assert.deepEqual(asked(), ['GET /api/servers', 'GET /api/servers/srv_1']);
  double.arrived.splice(0);
  assert.equal((await type(double.url, ['servers', 'stop', 'My job / 2 é'])).code, 0);
  assert.deepEqual(asked(), ['GET /api/servers', 'POST /api/servers/srv_2/actions']);
});

test('an id is never looked up', async () => {
  await type(double.url, ['servers', 'show', 'srv_9']);
  assert.deepEqual(asked(), ['GET /api/servers/srv_9']);
});

test('SSH keys have names, too', async () => {
  const { code, err } = await type(double.url, ['servers', 'deploy', 'l4-x1', '--ssh-key', 'laptop', '--yes']);
  assert.equal(code, 0, err);
  assert.deepEqual(asked(), ['GET /api/settings/ssh-keys', 'GET /api/servers/deploy-quote', 'POST /api/servers']);
  assert.deepEqual(double.arrived.at(-1)?.body, { productId: 'l4-x1', sshKeyId: 'ssh_1' });
  await type(double.url, ['ssh-keys', 'delete', 'laptop']);
  assert.match(double.arrived.at(-1)?.path ?? '', /^\/api\/settings\/ssh-keys\?id=ssh_1$/);
});

test('a name that nothing has, or two have, changes nothing, and says what to type', async () => {
  const none = await type(double.url, ['servers', 'delete', 'wbe', '--yes']);
  assert.deepEqual([none.code, none.out], [1, '']);
  assert.match(none.err, /NOT_FOUND: No server is named “wbe”\.\n {2}See: boreal-cli servers list/);
  const two = await type(double.url, ['servers', 'delete', 'twice', '--yes']);
  assert.deepEqual([two.code, two.out], [2, '']);
  assert.match(two.err, /AMBIGUOUS_NAME: 2 servers .*:\n {2}srv_3 {2}ACTIVE\n {2}srv_4 {2}HIBERNATED\n/);
  const key = await type(double.url, ['servers', 'deploy', 'l4-x1', '--ssh-key', 'desktop', '--yes'], { environment: { LANG: 'fr_CA' } });
  assert.match(key.err, /Aucune clé SSH ne s’appelle « desktop »/);
  assert.ok(double.arrived.every(({ method }) => method === 'GET'));
});

test('ssh takes a name, and remembers the host by its id', async () => {
  const { ran } = await type(double.url, ['servers', 'ssh', 'web', '--user', 'root']);
  assert.ok(ran[0]?.includes('HostKeyAlias=srv_1'), String(ran[0]));
});

test('an id that is none is not sent', async () => {
  double.answer = () => ({ status: 200, json: { data: [{ id: '../../v1/gpu', name: 'web' }] } });
  const { code } = await type(double.url, ['servers', 'show', 'web']);
  assert.deepEqual([code, asked()], [3, ['GET /api/servers']]);
});
