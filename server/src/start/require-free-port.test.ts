import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { requireFreePort } from './require-free-port.ts';
import { StartRefused } from './start-refused.ts';

/** A port that is free at the moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

test('a host that this machine has is no trouble', async () => {
  await requireFreePort({ host: '127.0.0.1', port: await freePort() });
  const local = await requireFreePort({ host: 'localhost', port: await freePort() });
  assert.ok(local.includes('127.0.0.1'), 'which packaged proxies name, also where the system lists ::1 first');
});

// 192.0.2.0/24 is for documentation: no machine has such an address. `.invalid` is nobody's name.
for (const host of ['192.0.2.7', 'boreal.invalid']) {
  test(`"${host}", which is no address of this machine, is told in a sentence that names BOREAL_HOST`, async () => {
    const isRefused = (error: unknown) =>
      error instanceof StartRefused && /^BOREAL_HOST: .*is no address of this machine/.test(error.message);
    await assert.rejects(requireFreePort({ host, port: await freePort() }), isRefused);
  });
}
