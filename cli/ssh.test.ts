import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDouble } from '../sdk/testing.ts';
import { type } from './testing.ts';

const double = await openDouble();
after(() => double.close());

function answer(server: object, username = 'ubuntu'): void {
  double.answer = ({ path }) => ({
    status: 200,
    json: { data: path.includes('/v1/images') ? [{ default: true, username }] : { status: 'ACTIVE', region: 'r', ...server } },
  });
}

test('ssh is run with the server’s address and port, the image’s user, and the host’s keys under its id', async () => {
  answer({ ipv4: '203.0.113.7', sshPort: 20_017 });
  const { code, ran } = await type(double.url, ['servers', 'ssh', 'srv_1', '--identity', 'boreal-key', '--', 'nvidia-smi', '--help']);
  assert.deepEqual(ran, [
    ['ssh', '-i', 'boreal-key', '-p', '20017', '-l', 'ubuntu', '-o', 'HostKeyAlias=srv_1', '--', '203.0.113.7', 'nvidia-smi', '--help'],
  ]);
  // What ssh ended with.
  assert.equal(code, 7);
  const { ran: root } = await type(double.url, ['servers', 'ssh', 'srv_1', '--user', 'root']);
  assert.ok(root[0]?.join(' ').includes('-l root'));
});

test('whom the server itself lets in counts, and not what images say now', async () => {
  answer({ ipv4: '203.0.113.7', sshPort: 22, sshUser: 'debian' });
  const { ran } = await type(double.url, ['servers', 'ssh', 'srv_1']);
  assert.ok(ran[0]?.join(' ').includes('-l debian'), JSON.stringify(ran));
});

test('no answer makes ssh run anything', async () => {
  for (const server of [
    { ipv4: '-oProxyCommand=touch /tmp/x', sshPort: 22 },
    { ipv4: 'a.example.com', sshPort: 22 },
    { ipv4: '203.0.113.7', sshPort: '22 -o x' },
    { ipv4: '203.0.113.7', sshPort: 0 },
    { ipv4: '203.0.113.7', sshPort: 22, sshUser: '-oProxyCommand=x' },
  ]) {
    answer(server);
    const { code, ran } = await type(double.url, ['servers', 'ssh', 'srv_1']);
    assert.deepEqual([code, ran], [3, []], JSON.stringify(server));
  }
  answer({ ipv4: '203.0.113.7', sshPort: 22 }, '-oProxyCommand=x');
  assert.deepEqual((await type(double.url, ['servers', 'ssh', 'srv_1'])).ran, []);
  assert.equal((await type(double.url, ['servers', 'ssh', 'srv_1', '--user', '-oProxyCommand=x'])).code, 2);
});

test('a server without an address says so', async () => {
  answer({ ipv4: null, sshPort: null, status: 'HIBERNATED' });
  const { code, err, ran } = await type(double.url, ['servers', 'ssh', 'srv_1']);
  assert.deepEqual([code, ran], [1, []]);
  assert.match(err, /HIBERNATED/);
});
