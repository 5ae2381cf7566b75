import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as askPlainly } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { systemClock } from '../../../kit/clock.ts';
import { engineError } from '../../conformance-kit.ts';
import { createCloudClient, type CloudClient } from './cloud-client.ts';
import type { OpenstackKit } from '../openstack-kit.ts';
import { toEngineSilent } from './openstack-silence.ts';
import { readCloudSettings } from './read-cloud-settings.ts';
import type { CloudDouble } from '../testing/cloud-double.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';
import { createPrivateAuthority, type PrivateAuthority } from '../testing/private-authority.ts';

const { signal } = new AbortController();

describe('a cloud whose certificates are of an authority of its own', () => {
  let authority: PrivateAuthority;
  let double: CloudDouble;
  let kit: OpenstackKit;
  /** Keystone, and the way to a serial line, by TLS. */
  let front: { readonly origin: string; readonly line: URL; close(): void };
  const clients: CloudClient[] = [];
  before(async () => {
    authority = await createPrivateAuthority();
    ({ double, kit } = await openDoubleKit('theirs'));
    front = await openFront(authority, double);
  });
  after(async () => {
    for (const client of clients) client.close();
    front.close();
    await kit.close();
    await authority.remove();
  });

  async function clientWith(cacert: string | null): Promise<CloudClient> {
    const { name, password, project, domain } = double.users.demo;
    const words = { auth_url: front.origin, username: name, password, project_name: project.name, cacert };
    const domains = { user_domain_name: domain, project_domain_name: domain };
    const settings = await readCloudSettings({ cloud: null, cloudsFile: null, words: { ...words, ...domains } });
    const client = createCloudClient(settings, { clock: systemClock() });
    clients.push(client);
    return client;
  }

  test('is signed in to with its file in OS_CACERT', async () => {
    const client = await clientWith(authority.caFile);
    await client.read('compute', '/servers/detail', z.unknown(), signal);
  });

  test('is refused without, and said to be so with the setting that mends it', async () => {
    const client = await clientWith(null);
    const error: unknown = await client.session(signal).catch((thrown: unknown) => thrown);
    const silent = await toEngineSilent(error, client, signal);
    assert.equal(silent?.silence, 'no_service');
    assert.match(silent?.message ?? '', /^OpenStack's certificate is not trusted: .+OS_CACERT\.$/);
  });

  test('opens the serial lines of its machines to who trusts it, and to nobody else', async () => {
    const spec = kit.makeSpec();
    const { serverId } = spec;
    await kit.running(spec);
    const behindTls = () => {
      double.faults.once(({ path }) =>
        path.endsWith('/remote-consoles') ? { status: 200, body: { remote_console: { url: front.line.href } } } : 'passed',
      );
    };
    const trusting = kit.again({ client: await clientWith(authority.caFile) });
    await nextLine();
    behindTls();
    const { stream } = await trusting.console(serverId, signal);
    stream.write('\r');
    const [said] = await once(stream, 'data');
    assert.match(String(said), /#/);
    stream.destroy();

    behindTls();
    await assert.rejects(kit.engine.console(serverId, signal), engineError('timeout'));

    /** Nova's own way to the line, for the next who comes by TLS. */
    async function nextLine(): Promise<void> {
      const Console = z.object({ remote_console: z.object({ url: z.string() }) });
      const [machine] = double.servers();
      const body = { remote_console: { protocol: 'serial', type: 'serial' } };
      const change = { method: 'POST', path: `/servers/${machine?.id}/remote-consoles`, body } as const;
      const { url } = (await kit.client.change('compute', change, Console, signal)).remote_console;
      front.line.search = new URL(url).search;
    }
  });
});

/** What comes by TLS goes on to the double: requests to keystone, sockets to wherever its guests are. */
async function openFront({ server: keys }: PrivateAuthority, { authUrl, probeProxy }: CloudDouble) {
  const server = createSecureServer(keys, (request, response) => {
    const { method, headers, url } = request;
    const asked = askPlainly(new URL(url ?? '/', authUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(asked);
  });
  server.on('upgrade', (request, near, head) => {
    const guests = new URL(probeProxy);
    const far = connect(Number(guests.port), guests.hostname);
    const lines = request.rawHeaders.flatMap((name, n, all) => (n % 2 === 0 ? [`${name}: ${all[n + 1]}`] : []));
    far.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    far.write(head);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => [near, far].forEach((each) => each.destroy()));
  });
  const port = await listening(server);
  return {
    origin: `https://127.0.0.1:${port}${new URL(authUrl).pathname}`,
    line: new URL(`wss://127.0.0.1:${port}/`),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const at = server.address();
  assert.ok(at !== null && typeof at === 'object');
  return (at satisfies AddressInfo).port;
}
