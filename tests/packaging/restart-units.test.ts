import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { freePort, NODE, ROOT } from '../testing/boreal-process.ts';

const run = promisify(execFile);

/** What `systemctl` was told by the package, and when each API was first seen ready; where the second never is, if so asked. */
async function upgraded({ secondComesUp }: { secondComesUp: boolean }): Promise<{ log: string[]; said: string; ports: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-units-'));
  const ports = [await freePort(), await freePort()];
  const log: string[] = [];
  const readyAt = new Map<number, number>();
  const apis = ports.map((port, n) =>
    createServer((_request, response) => {
      const isReady = (readyAt.get(port) ?? 0) < Date.now() && (n === 0 || secondComesUp);
      if (isReady && !log.includes(`${port} is ready`)) log.push(`${port} is ready`);
      response.writeHead(isReady ? 200 : 503).end();
    }).listen(port, '127.0.0.1'),
  );
  // What stands for systemd: it answers at once, and the process is ready a while later.
  const systemd = createServer((request, response) => {
    const args = decodeURIComponent(request.url?.slice(1) ?? '');
    const [, port] = /^restart boreal-api@(\d+)\.service$/.exec(args) ?? [];
    if (port !== undefined) readyAt.set(Number(port), Date.now() + 700);
    if (!args.startsWith('list-units')) log.push(args);
    const units = ports.map((one) => `boreal-api@${one}.service loaded active running Boreal, API on port ${one}`).join('\n');
    response.end(args.startsWith('list-units') ? units : '');
  }).listen(0, '127.0.0.1');
  try {
    await Promise.all([...apis, systemd].filter(({ listening }) => !listening).map((server) => once(server, 'listening')));
    const address = systemd.address();
    const at = typeof address === 'object' && address !== null ? address.port : 0;
    const asks = `fetch('http://127.0.0.1:${at}/' + encodeURIComponent(process.argv.slice(2).join(' '))).then((a) => a.text()).then(console.log)`;
    await writeFile(join(folder, 'systemctl'), `#!${NODE}\n${asks}\n`, { mode: 0o755 });
    await writeFile(join(folder, 'boreal.env'), '#BOREAL_PORT=8080\nBOREAL_HOST=127.0.0.1\n');
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const { stderr } = await run(
      NODE,
      [join(ROOT, 'packaging/restart-units.mjs'), join(folder, 'boreal.env'), secondComesUp ? '60' : '2'],
      { env },
    );
    return { log, said: stderr, ports };
  } finally {
    for (const server of [...apis, systemd]) await closed(server);
    await rm(folder, { recursive: true });
  }
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

const REST = 'try-restart boreal.service boreal-worker@*.service';

test('an upgrade of the package restarts one API after the other, each when the one before is ready, then the workers', async () => {
  const { log, said, ports } = await upgraded({ secondComesUp: true });
  const expected = ports.flatMap((port) => [`restart boreal-api@${port}.service`, `${port} is ready`]);
  assert.deepEqual([log, said], [[...expected, REST], '']);
});

test('one that does not come up is named, and the rest is restarted all the same', async () => {
  const { log, said, ports } = await upgraded({ secondComesUp: false });
  assert.deepEqual(log, [`restart boreal-api@${ports[0]}.service`, `${ports[0]} is ready`, `restart boreal-api@${ports[1]}.service`, REST]);
  assert.match(said, new RegExp(`^boreal-api@${ports[1]}\\.service is not ready yet: see "journalctl --unit boreal-api@${ports[1]}`));
});
