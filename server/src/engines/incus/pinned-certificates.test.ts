import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { createTransport } from './client/incus-transport.ts';

const run = promisify(execFile);
const { signal } = new AbortController();

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-pinned-'));
});
after(() => rm(folder, { recursive: true }));

interface Pair {
  readonly key: string;
  readonly cert: string;
}

/** As Incus makes its own: signed by nobody else, for a name that is nobody's address. */
async function pairOf(name: string): Promise<Pair> {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  const kind = ['-x509', '-nodes', '-days', '2', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384', '-subj', `/CN=root@${name}`];
  await run('openssl', ['req', ...kind, '-keyout', key, '-out', cert]);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

/** What one hears of an Incus with this certificate, who was given those. */
async function heard(shows: Pair, { given, ours }: { given: string; ours: Pair }): Promise<string> {
  const server = createServer(shows, (_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  const transport = createTransport({
    url: new URL(`https://127.0.0.1:${port}`),
    clientCert: ours.cert,
    clientKey: ours.key,
    serverCert: given,
  });
  try {
    return await transport.request({ method: 'GET', path: '/1.0', signal, limitMs: 10_000 }).then(
      ({ status }) => String(status),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  } finally {
    transport.close();
    server.closeAllConnections();
    server.close();
  }
}

test('while Incus’ certificate is replaced, the old and the new one are both its own, and no third is', async () => {
  const [old, next, strange, ours] = await Promise.all(['old', 'next', 'strange', 'ours'].map(pairOf));
  assert.ok(old && next && strange && ours);
  const both = `${old.cert}${next.cert}`;
  assert.equal(await heard(old, { given: both, ours }), '200');
  assert.equal(await heard(next, { given: both, ours }), '200');
  assert.doesNotMatch(await heard(strange, { given: both, ours }), /^200$/);
  assert.doesNotMatch(await heard(next, { given: old.cert, ours }), /^200$/, 'before the new one is in the file');
});
