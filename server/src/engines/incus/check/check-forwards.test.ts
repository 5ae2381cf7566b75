import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { furnishNat, lab as furniture } from '../../../../../dev/incus/furnish.ts';
import { whyNoLab, type Lab } from '../../../../../dev/incus/lab.ts';
import { systemClock } from '../../../kit/clock.ts';
import { answeringPorts, missingForwards, type SharedWanted } from './check-forwards.ts';
import { createIncusClient, type IncusClient } from '../client/incus-client.ts';
import { startTestLab } from '../testing/test-lab.ts';

const { signal } = new AbortController();
const why = await whyNoLab();

test('what a host already answers on is found among thousands of ports, and nothing else', async () => {
  const servers = [createServer(), createServer()];
  try {
    const taken = await Promise.all(
      servers.map(async (server) => {
        await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
        return portOf(server.address());
      }),
    );
    const free = Array.from({ length: 3000 }, (_, n) => 2000 + n).filter((port) => !taken.includes(port));
    const open = await answeringPorts('127.0.0.1', free, signal);
    assert.deepEqual(
      await answeringPorts('127.0.0.1', [...free.filter((port) => !open.includes(port)), ...taken], signal),
      taken.toSorted((a, b) => a - b),
    );
  } finally {
    for (const server of servers) server.close();
  }
});

function portOf(address: AddressInfo | string | null): number {
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

describe('servers that share an address on a real Incus', why === null ? {} : { skip: why }, () => {
  let lab: Lab;
  let client: IncusClient;
  before(async () => {
    lab = await startTestLab();
    client = createIncusClient({ socketPath: lab.socketPath }, { clock: systemClock(), project: 'default' });
  });
  after(async () => {
    client.close();
    await lab.stop();
  });

  const shared: SharedWanted = { hostName: 'box1', ip: '203.0.113.7', listenIp: '192.0.2.1', freePorts: [20_000, 20_001] };
  const missing = (of: readonly SharedWanted[], hostAddresses = ['192.0.2.1']) =>
    missingForwards({ client, network: furniture.network, shared: of, hostAddresses, clustered: false }, signal);

  test('need an address that the host has, and a network that hides them', async () => {
    assert.deepEqual(await missing([]), []);
    const [hidden, ...more] = await missing([shared]);
    assert.match(hidden ?? '', /ipv4\.nat=true/);
    assert.deepEqual(more, []);
    await furnishNat(client);
    assert.deepEqual(await missing([shared]), []);
    const [nowhere] = await missing([{ ...shared, listenIp: '203.0.113.7' }]);
    assert.match(nowhere ?? '', /box1 has no address 203\.0\.113\.7.*--listen/);
  });
});
