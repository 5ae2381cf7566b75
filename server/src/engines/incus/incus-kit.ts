import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { memberName } from '../../../../dev/incus/cluster.ts';
import { lab as furniture } from '../../../../dev/incus/furnish.ts';
import type { Lab } from '../../../../dev/incus/lab.ts';
import { addMs, MINUTE_MS, SECOND_MS, systemClock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import type { ConformanceKit } from '../conformance-kit.ts';
import { EngineError, type Engine, type MachineSpec, type Observed } from '../engine.ts';
import type { AddressBook, ReadingBook } from '../engine-stores.ts';
import { memoryAddressBook, memoryReadingBook, type MemoryAddressBook } from '../testing/memory-books.ts';
import { rulesIn } from './rules/firewall.rules.ts';
import { createIncusClient, type IncusClient } from './client/incus-client.ts';
import { createIncusEngine, type IncusEngineOptions, type Reach } from './incus-engine.ts';
import { forwardsIn } from './rules/forwards.rules.ts';
import { Acl, Instance } from './client/incus-shapes.ts';
import type { Layout } from './rules/machine-config.rules.ts';
import { instanceName, marks } from './rules/machine-marks.rules.ts';
import { proxyProbe } from '../parts/ssh-probe.ts';
import { fullDiskOf, lostHostsOf, NO_CARD } from './testing/lab-faults.ts';
import { startIncusProxy, type IncusProxy } from './testing/incus-proxy.ts';
import { labLayout } from './testing/lab-layout.ts';
import { startTestCluster, startTestLab } from './testing/test-lab.ts';

export interface IncusKit extends ConformanceKit {
  readonly layout: Layout;
  readonly lab: Lab;
  /** All members of the cluster, `m1` first. */
  readonly labs: readonly Lab[];
  /** Past the proxy, straight to Incus. */
  readonly client: IncusClient;
  readonly proxy: IncusProxy;
  /** Lines that the engine has logged as warnings, or worse. */
  readonly warnings: readonly string[];
  /** Also with what is given changed. */
  again(changes?: Partial<IncusEngineOptions>): Engine;
  /** Asks for the machine again and again, as the worker does, until it runs. */
  untilAsked(spec: MachineSpec): Promise<Observed>;
  /** Runs a command in a machine as root; what it wrote. */
  run(serverId: string, command: string): Promise<string>;
}

const OWNER = 'conformance';
const LAB_ADDRESSES = 200;
/** Real machines on a busy test computer: far more than any of it takes. */
const UNTIL_MS = 2 * MINUTE_MS;
/** Nobody asks again here, as the worker does when a call was over before its work was. */
const PATIENCE_MS = MINUTE_MS;
/** The lab's guests end in half a second. One that is made to end in the middle of its own end may not start again at once, and nobody asks again here. */
const GRACE_MS = 30 * SECOND_MS;
/** For guests that never end. */
const SHORT_GRACE_MS = 5 * SECOND_MS;
/** Of what the engine warned, told when a wait was in vain. */
const WARNINGS_TOLD = 5;
const { signal } = new AbortController();

export interface IncusKitOptions {
  readonly members?: number;
  /** Otherwise those of the lab's network, in memory. */
  readonly addresses?: AddressBook;
  /** Otherwise nothing is denied but what always is. */
  readonly reach?: Reach;
  /** Otherwise in memory. */
  readonly readings?: ReadingBook;
}

/** An Incus of its own, with a proxy before it that can lose answers. */
export async function openIncusKit({
  members = 1,
  addresses = labAddresses(),
  readings = memoryReadingBook(),
  reach = { probesFrom: [], deniedNetworks: [], allowedNetworks: [] },
}: IncusKitOptions = {}): Promise<IncusKit> {
  const labs = members === 1 ? [await startTestLab()] : await startTestCluster(members);
  const [lab] = labs;
  assert.ok(lab);
  const proxy = await startIncusProxy({ socketPath: join(lab.dir, 'proxy.sock'), to: lab.socketPath });
  const clock = systemClock();
  const probes = new Map(labs.map((each, n) => [members === 1 ? '' : memberName(n), proxyProbe(`unix://${each.hostRelay}`)]));
  const how = { clock, project: 'default', answerMs: PATIENCE_MS };
  const client = createIncusClient({ socketPath: lab.socketPath }, how);
  const throughProxy = createIncusClient({ socketPath: proxy.socketPath }, how);
  const layout = labLayout(OWNER);
  const measuredTimes = new Map<string, number>();
  const warnings: string[] = [];
  let graceMs = GRACE_MS;
  const options: IncusEngineOptions = {
    client: throughProxy,
    clock,
    log: createLog('warn', { write: (line) => void warnings.push(line) }),
    layout,
    addresses,
    readings: {
      ...readings,
      add: async (taken) => {
        for (const { serverId } of taken) measuredTimes.set(serverId, (measuredTimes.get(serverId) ?? 0) + 1);
        await readings.add(taken);
      },
    },
    // Each member's guests are on a network of its own.
    probe: (at, how) => probes.get(members === 1 ? '' : at.hostName)?.(at, how) ?? Promise.resolve(false),
    reach,
    graceMs,
    patienceMs: PATIENCE_MS,
  };
  const engine = createIncusEngine(options);
  const [host] = await engine.hosts(signal);
  assert.ok(host);
  let made = 0;

  /** So that other engines see what this one has seen: who looks again waits for what is written on a machine behind its back. */
  const marksWritten = async (serverId: string) => void (await engine.observe(serverId, signal).catch(silence));

  async function until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean, what: string): Promise<T> {
    const end = addMs(clock.wall(), UNTIL_MS);
    for (;;) {
      // An Incus that has just lost a member of its cluster, or been killed, may not answer at once: who looks looks again.
      const seen = await look().catch(silence);
      if (!(seen instanceof EngineError) && isThere(seen)) return seen;
      if (clock.wall() > end) {
        const last = seen instanceof EngineError ? String(seen.cause) : JSON.stringify(seen);
        assert.fail(`${what}: ${last}\nThe engine's last warnings:\n${warnings.slice(-WARNINGS_TOLD).join('')}`);
      }
      await sleep(50);
    }
  }

  return {
    engine,
    layout,
    lab,
    labs,
    client,
    proxy,
    warnings,
    again: (changes) => createIncusEngine({ ...options, graceMs, ...changes }),
    run: (serverId, command) => runInMachine(client, serverId, command),
    makeSpec(overrides): MachineSpec {
      const n = (made += 1);
      return {
        serverId: `srv_test${n}`,
        name: `test-${n}`,
        hostName: host.name,
        machineType: 'container',
        gpuModel: 'l4',
        withGpus: true,
        gpus: [{ slot: n % 8, device: null }],
        vcores: 1,
        ramGb: 1,
        storageGb: 1,
        localStorageGb: 1,
        systemDisk: null,
        workDisk: null,
        image: furniture.image,
        username: furniture.username,
        publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGN0 test',
        firewall: [],
        forwards: null,
        mustExist: false,
        fromBackupId: null,
        record: `sold as ${n}`,
        ...overrides,
      };
    },
    async until(serverId, power) {
      const seen = await until(
        () => engine.observe(serverId, signal),
        (machine) => machine.power === power,
        `${serverId} did not become ${power}`,
      );
      await marksWritten(serverId);
      return seen;
    },
    untilDone: (ask, isThere) => until(ask, isThere, 'asked again and again, it did not get there'),
    untilAsked: (spec) =>
      until(
        () =>
          engine
            .ensureRunning(spec, signal)
            .catch((error: unknown) => `${String(error)}: ${String(error instanceof Error && error.cause)}`),
        (machine) => typeof machine === 'object' && machine.power === 'running',
        `${spec.serverId} does not run`,
      ).then(() => engine.observe(spec.serverId, signal)),
    untilBackup: (backupId, state) =>
      until(
        () => engine.observeBackup(backupId, signal),
        (backup) => backup.state === state,
        `${backupId} did not become ${state}`,
      ),
    async measured(serverId) {
      const from = addMs(clock.now(), -MINUTE_MS);
      await until(
        async () => (await engine.measure?.(signal), sleep(100, measuredTimes.get(serverId) ?? 0)),
        (count) => count >= 3,
        'it was not measured',
      );
      return { from, to: addMs(clock.now(), SECOND_MS), stepSeconds: 1 };
    },
    async firewallOf(serverId) {
      const acl = await client.find(`/1.0/network-acls/${instanceName(serverId)}`, Acl, signal);
      return acl && rulesIn(acl.value);
    },
    async forwardsOf(serverId) {
      const instance = await client.find(`/1.0/instances/${instanceName(serverId)}`, Instance, signal);
      return instance && forwardsIn(instance.value);
    },
    plantOrphan: async (serverId) =>
      void (await client.change(
        {
          method: 'POST',
          path: '/1.0/instances',
          body: planted(instanceName(serverId), { [marks.server]: serverId }, furniture.storagePool),
        },
        { ms: UNTIL_MS, signal },
      )),
    plantLeftover: async (serverId) => {
      const name = instanceName(serverId);
      const acl = { name, description: '', config: {}, ingress: [], egress: [] };
      await client.change({ method: 'POST', path: '/1.0/network-acls', body: acl }, { ms: UNTIL_MS, signal });
      const disk = { name: `${name}-work`, content_type: 'filesystem', config: { size: '1GiB' } };
      const path = `/1.0/storage-pools/${layout.workPool}/volumes/custom`;
      await client.change({ method: 'POST', path, body: disk }, { ms: UNTIL_MS, signal });
    },
    plantBackup: async (backupId) =>
      void (await client.change(
        {
          method: 'POST',
          path: '/1.0/instances',
          body: planted(instanceName(backupId), { [marks.server]: 'srv_nobody', [marks.backup]: backupId }, furniture.backupPool),
        },
        { ms: UNTIL_MS, signal },
      )),
    disks: {
      write: async (serverId, disk, text) => void (await runInMachine(client, serverId, `printf %s '${text}' >${pathOn(disk)} && sync`)),
      read: (serverId, disk) => runInMachine(client, serverId, `cat ${pathOn(disk)} 2>/dev/null || true`),
    },
    faults: {
      ...(members > 1 && { lostHosts: lostHostsOf(labs) }),
      ...(members === 1 && { wholeEngine: { down: () => lab.holdIncus(), back: () => lab.releaseIncus() }, fullDisk: fullDiskOf(lab) }),
      deadCard: async (spec) => ({ dead: { ...spec, gpus: [{ slot: 0, device: NO_CARD }] }, working: { ...spec, gpus: [] } }),
      async nextBootFails(serverId) {
        const name = instanceName(serverId);
        once(proxy, ({ method, path, body }) =>
          method === 'POST' && path.startsWith('/1.0/instances?') && body.includes(`"name":"${name}"`)
            ? { body: body.replace('"devices":{', `"devices":{"broken":{"type":"gpu","gputype":"physical","pci":"${NO_CARD}"},`) }
            : 'passed',
        );
      },
      async nextAnswerLost(_call, serverId) {
        const name = instanceName(serverId);
        await marksWritten(serverId);
        once(proxy, ({ method, path, body }) => (method !== 'GET' && (path.includes(name) || body.includes(name)) ? 'lost' : 'passed'));
      },
      guestPowersOff: async (serverId) => void (await runInMachine(client, serverId, '(sleep 0.1; poweroff) >/dev/null 2>&1 &')),
      async guestNeverEnds(serverId) {
        graceMs = SHORT_GRACE_MS;
        await runInMachine(client, serverId, 'touch /etc/boreal/never-ends && sync');
      },
    },
    async close() {
      await proxy.close();
      client.close();
      throughProxy.close();
      for (const each of labs) await each.stop();
    },
  };
}

/** The first of the addresses of the lab's network: more than a test has machines. */
export function labAddresses(): MemoryAddressBook {
  const book = memoryAddressBook();
  book.add({ family: 'IPv4', ips: firstOf(furniture.addressesV4, 10), hostName: null });
  book.add({ family: 'IPv6', ips: firstOf(furniture.addressesV6, 16), hostName: null });
  return book;
}

function firstOf(range: string, base: number): string[] {
  const [, network, host] = /^(.*[.:])(\w+)-/.exec(range) ?? [];
  assert.ok(network !== undefined && host !== undefined, range);
  return Array.from({ length: LAB_ADDRESSES }, (_, n) => network + (Number.parseInt(host, base) + n).toString(base));
}

function silence(error: unknown): EngineError {
  if (error instanceof EngineError && error.engineCause === 'timeout') return error;
  throw error;
}

/** A rule that decides once. */
function once(proxy: IncusProxy, rule: IncusProxy['rules'][number]): void {
  const own: IncusProxy['rules'][number] = (passing) => {
    const fate = rule(passing);
    if (fate !== 'passed') proxy.rules = proxy.rules.filter((other) => other !== own);
    return fate;
  };
  proxy.rules.push(own);
}

function pathOn(disk: 'system' | 'work'): string {
  return disk === 'system' ? '/etc/written' : '/work/written';
}

function planted(name: string, config: Readonly<Record<string, string>>, pool: string) {
  return {
    name,
    type: 'container',
    profiles: [],
    source: { type: 'image', alias: furniture.image },
    config: { [marks.owner]: OWNER, ...config },
    devices: { root: { type: 'disk', path: '/', pool } },
  };
}

const Ran = z.object({ metadata: z.object({ return: z.number(), output: z.record(z.string(), z.string()) }) });

/** Runs a command in a machine as root, without its network. */
async function runInMachine(client: IncusClient, serverId: string, command: string): Promise<string> {
  const path = `/1.0/instances/${instanceName(serverId)}/exec`;
  const operation = await client.start({ method: 'POST', path, body: { command: ['sh', '-c', command], 'record-output': true } }, signal);
  assert.ok(operation);
  await client.wait(operation.id, { ms: UNTIL_MS, signal });
  const { value } = await client.read(`/1.0/operations/${operation.id}`, Ran, signal);
  const said = await Promise.all(
    ['1', '2'].map(async (fd) => (value.metadata.output[fd] ? client.text(value.metadata.output[fd], signal) : '')),
  );
  assert.equal(value.metadata.return, 0, said.join(''));
  return said[0] ?? '';
}
