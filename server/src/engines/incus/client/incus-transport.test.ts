import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { rootCertificates } from 'node:tls';
import type { Lab } from '../../../../../dev/incus/lab.ts';
import { whyNoLab } from '../../../../../dev/incus/lab.ts';
import { systemClock } from '../../../kit/clock.ts';
import { checkIncus } from '../check/check-incus.ts';
import { createIncusClient, type IncusClient } from './incus-client.ts';
import { createTopology } from '../incus-engine.ts';
import { toEngineSilent } from './incus-silence.ts';
import { Server as IncusServer } from './incus-shapes.ts';
import { startTestLab } from '../testing/test-lab.ts';
import { labLayout } from '../testing/lab-layout.ts';

const why = await whyNoLab();
const { signal } = new AbortController();

describe('Incus at an https address', why === null ? {} : { skip: why }, () => {
  let lab: Lab;
  let way: Way;
  let serverCert: string;
  let pair: { clientCert: string; clientKey: string };
  const clients: IncusClient[] = [];
  before(async () => {
    lab = await startTestLab();
    const local = clientOf({ socketPath: lab.socketPath });
    const within = { ms: 10_000, signal };
    await local.change({ method: 'PATCH', path: '/1.0', body: { config: { 'core.https_address': '192.0.2.1:8443' } } }, within);
    way = await openWay(lab, '192.0.2.1:8443');
    const file = (name: string) => readFile(join(lab.dir, 'incus', name), 'utf8');
    serverCert = await file('server.crt');
    // Any pair does as ours; this one is at hand.
    pair = { clientCert: serverCert, clientKey: await file('server.key') };
  });
  after(async () => {
    for (const client of clients) client.close();
    way.close();
    await lab.stop();
  });

  function clientOf(address: Parameters<typeof createIncusClient>[0]): IncusClient {
    const client = createIncusClient(address, { clock: systemClock(), project: 'default' });
    clients.push(client);
    return client;
  }
  const remote = (cert: string) => clientOf({ url: new URL(`https://localhost:${way.port}`), ...pair, serverCert: cert });

  test('says what to do while it does not trust us, and works when it does', async () => {
    const client = remote(serverCert);
    const layout = { ...labLayout('me'), backupPool: 'none', network: 'none' };
    const missing = async () =>
      (await checkIncus({ client, layout, hosts: async () => [] }, { images: [], machineTypes: [], hosts: [] }, signal)).missing;
    assert.deepEqual(await missing(), ['Incus does not trust our certificate. Add it there: incus config trust add-certificate FILE']);

    const certificate = serverCert.replaceAll(/-----[^-]+-----|\s/g, '');
    await clientOf({ socketPath: lab.socketPath }).change(
      { method: 'POST', path: '/1.0/certificates', body: { name: 'boreal', type: 'client', certificate } },
      { ms: 10_000, signal },
    );
    assert.equal((await client.read('/1.0', IncusServer, signal)).value.auth, 'trusted');
    assert.deepEqual(
      (await missing()).map((sentence) => sentence.split('.')[0]),
      ['There is no storage pool none', 'There is no network none'],
    );
  });

  test('is not spoken to when it shows another certificate than the one that we were given', async () => {
    const [other = ''] = rootCertificates;
    await assert.rejects(remote(other).read('/1.0', IncusServer, signal), { name: 'IncusUnreachable' });
    assert.equal(await silenceOf(remote(other)), 'no_service');
  });

  test('is there when it does not let us in, when it speaks no TLS, and not when nobody listens', async () => {
    const stranger = { ...pair, ...(await newPair(lab.dir)) };
    assert.equal(await silenceOf(clientOf({ url: new URL(`https://localhost:${way.port}`), ...stranger, serverCert })), 'no_service');
    const plain = createHttpServer((_request, answer) => void answer.end('hello'));
    await new Promise<void>((ready) => void plain.listen(0, 'localhost', ready));
    const port = portOf(plain);
    assert.equal(await silenceOf(clientOf({ url: new URL(`https://localhost:${port}`), ...pair, serverCert })), 'no_service');
    await new Promise((closed) => plain.close(closed));
    assert.equal(await silenceOf(clientOf({ url: new URL(`https://localhost:${port}`), ...pair, serverCert })), 'no_answer');
    assert.equal(await silenceOf(clientOf({ url: new URL('https://incus.invalid:8443'), ...pair, serverCert })), 'not_asked');
  });

  /** Why Incus as a whole is not heard. */
  async function silenceOf(client: IncusClient): Promise<string | undefined> {
    const error: unknown = await createTopology(
      client,
      systemClock(),
    )(signal).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return toEngineSilent(error)?.silence;
  }
});

/** A certificate of a client that nobody knows. */
async function newPair(dir: string): Promise<{ clientCert: string; clientKey: string }> {
  const [key, cert] = [join(dir, 'stranger.key'), join(dir, 'stranger.crt')];
  const subject = ['-subj', '/CN=stranger', '-days', '1', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const made = spawnSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  return { clientCert: await readFile(cert, 'utf8'), clientKey: await readFile(key, 'utf8') };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

interface Way {
  readonly port: number;
  close(): void;
}

/** A port of ours that leads into the lab's network. */
async function openWay(lab: Lab, to: string): Promise<Way> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    sockets.add(near);
    const asked = request({ socketPath: lab.hostRelay, method: 'CONNECT', path: to });
    asked.on('connect', (_answer, far) => void far.pipe(near).pipe(far));
    asked.on('error', () => near.destroy());
    near.on('error', () => asked.destroy());
    asked.end();
  });
  await new Promise<void>((ready) => void server.listen(0, 'localhost', ready));
  return {
    port: portOf(server),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
