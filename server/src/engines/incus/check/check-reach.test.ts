import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { lab as furniture } from '../../../../../dev/incus/furnish.ts';
import { CACHE, whyNoLab, type Lab } from '../../../../../dev/incus/lab.ts';
import { systemClock } from '../../../kit/clock.ts';
import { checkReach, type Reach } from './check-reach.ts';
import { createIncusClient, type IncusClient } from '../client/incus-client.ts';
import { createTopology } from '../incus-engine.ts';
import { addressesOfHosts, createPassage } from '../firewall/passage.ts';
import { labLayout } from '../testing/lab-layout.ts';
import { startTestLab } from '../testing/test-lab.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const SERVICE = `require('node:net').createServer((socket) => socket.end()).listen(5432, '::', () => console.log('listening'))`;

describe('what a server reaches of its host', why === null ? {} : { skip: why }, () => {
  let lab: Lab;
  let client: IncusClient;
  let postgres: ChildProcess;
  before(async () => {
    lab = await startTestLab();
    client = createIncusClient({ socketPath: lab.socketPath }, { clock: systemClock(), project: 'default' });
    postgres = spawn('nsenter', ['--target', String(lab.pid), '--net', process.execPath, '-e', SERVICE], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (postgres.stdout) await once(postgres.stdout, 'data');
  });
  after(async () => {
    postgres.kill();
    client.close();
    await lab.stop();
  });

  test('is nothing, tried from a machine of its own, and is said when something is let through', async () => {
    const closed = await reach([]);
    assert.deepEqual([closed.answered, closed.untried], [[], null]);
    assert.ok(closed.tried > 60, String(closed.tried));
    const open = await reach(['192.0.2.1']);
    // Also what refuses has been reached.
    assert.ok(open.answered.includes('192.0.2.1:5432') && open.answered.includes('192.0.2.1:22'), open.answered.join(', '));
    assert.ok(open.answered.every((answered) => answered.startsWith('192.0.2.1:')));
  });

  test('leaves nothing behind, also where its image cannot be made', async () => {
    const { unstarted } = await reach([], 'no-such-image');
    assert.match(unstarted ?? '', /^Incus does not start a container from the default image, .*: .*image.*\. Mend that on its host/i);
    for (const path of ['/1.0/instances', '/1.0/network-acls'])
      assert.deepEqual((await client.read(path, z.array(z.string()), signal)).value, []);
  });

  test('is not tried where no container starts, and LXC’s reason is told', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'boreal-image-'));
    // A guest without a program to begin with.
    for (const name of ['dev', 'proc', 'sys']) await mkdir(join(folder, 'root', name), { recursive: true });
    const incus = { env: { ...process.env, INCUS_SOCKET: lab.socketPath, INCUS_CONF: join(folder, 'incus') }, input: '' };
    execFileSync('tar', ['-C', join(folder, 'root'), '-cf', join(folder, 'root.tar'), '.']);
    execFileSync('incus', ['image', 'import', join(CACHE, 'meta.tar'), join(folder, 'root.tar'), '--alias', 'hollow'], incus);
    await rm(folder, { recursive: true });
    const { unstarted } = await reach([], 'hollow');
    assert.match(unstarted ?? '', /^Incus does not start a container .*: Failed to run: .* \(.*\)\. Mend that on its host/);
    assert.deepEqual((await client.read('/1.0/instances', z.array(z.string()), signal)).value, []);
  });

  test('is not tried where Incus has only one address to lease, of which it leases none', async () => {
    const path = `/1.0/networks/${furniture.network}`;
    const { value: network } = await client.read(path, z.looseObject({ config: z.record(z.string(), z.string()) }), signal);
    const lease = (range: string) =>
      client.change({ method: 'PATCH', path, body: { config: { ...network.config, 'ipv4.dhcp.ranges': range } } }, { ms: 60_000, signal });
    await lease('10.77.3.254-10.77.3.254');
    const { tried, untried } = await reach([]);
    assert.equal(tried, 0);
    assert.match(untried ?? '', /^Incus has no address to lease for it\. .*incus network set guests ipv4\.dhcp\.ranges=/);
    await lease('10.77.3.253-10.77.3.254');
    assert.equal((await reach([])).untried, null);
  });

  async function reach(allowedNetworks: readonly string[], image: string = furniture.image): Promise<Reach> {
    const clock = systemClock();
    const topology = createTopology(client, clock);
    const of = { network: furniture.network, probesFrom: [], deniedNetworks: [], allowedNetworks };
    const passage = await createPassage(client, clock, topology, of)(signal);
    const hostAddresses = await addressesOfHosts(client, await topology(signal), signal);
    return checkReach({ client, layout: labLayout('me'), passage, hostAddresses }, { image, more: [] }, signal);
  }
});
