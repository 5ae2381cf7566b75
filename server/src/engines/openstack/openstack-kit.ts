import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { addMs, MINUTE_MS, SECOND_MS, systemClock, type Clock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import type { ConformanceKit } from '../conformance-kit.ts';
import { EngineError, type Engine, type MachineSpec, type Observed } from '../engine.ts';
import { memoryReadingBook } from '../testing/memory-books.ts';
import type { SshProbe } from '../parts/ssh-probe.ts';
import { createCloudClient, type CloudClient } from './cloud/cloud-client.ts';
import { cloudSettings } from './cloud/cloud-settings.rules.ts';
import { Group, Port } from './cloud/cloud-shapes.ts';
import { rulesIn } from './machine/group.rules.ts';
import { BACKUP, belongingOf, cloudName, OWNER, SERVER, serverIdOfBelonging } from './machine/machine-marks.rules.ts';
import { volumeName } from './machine/machine-volumes.ts';
import { createOpenstackEngine, type OpenstackEngineOptions } from './openstack-engine.ts';

/** A cloud to try the engine on: the double or a real one. */
export interface KitCloud {
  readonly authUrl: string;
  readonly user: { readonly name: string; readonly password: string; readonly project: string };
  readonly whose: 'ours' | 'theirs';
  readonly systemDisk: 'flavor' | 'volume';
  readonly image: string;
  readonly username: string;
  readonly publicKey: string;
  readonly network: string;
  /** Null: the network's own addresses are public. */
  readonly floatingNetwork: string | null;
  readonly ipv6: boolean;
  /** What else of the layout is other than is usual. */
  readonly layout?: Partial<OpenstackEngineOptions['layout']>;
  /** The flavor of a machine that is made here. */
  readonly flavor: string;
  /** The host, or the zone, on which machines are made. */
  readonly hostName: string;
  readonly probe: SshProbe | null;
  readonly probesFrom: readonly string[];
  readonly console: 'line' | 'none';
  /** Far more than anything takes there. */
  readonly untilMs: number;
  /** Between two looks at what takes a while. */
  readonly lookMs: number;
  /** How long one call goes on at most. */
  readonly patienceMs: number;
  readonly movesTo?: ConformanceKit['movesTo'];
  readonly addressesByChance?: ConformanceKit['addressesByChance'];
  readonly disks?: ConformanceKit['disks'];
  readonly faults?: ConformanceKit['faults'];
  close(): Promise<void>;
}

export interface OpenstackKit extends ConformanceKit {
  readonly client: CloudClient;
  readonly layout: OpenstackEngineOptions['layout'];
  again(changes?: Partial<OpenstackEngineOptions>): Engine;
  /** Asks until the machine runs. */
  running(spec: MachineSpec, by?: Engine): Promise<Observed>;
  hibernated(spec: MachineSpec, by?: Engine): Promise<Observed>;
}

export const KIT_OWNER = 'conformance';
const MODEL = 'cpu';
const { signal } = new AbortController();
const Created = z.object({ id: z.string() });

/** `run`: of the ids of its machines. `clock`: ours, which need not be right. */
export async function openOpenstackKit(cloud: KitCloud, run: string = '', clock: Clock = systemClock()): Promise<OpenstackKit> {
  const words = {
    auth_url: cloud.authUrl,
    username: cloud.user.name,
    password: cloud.user.password,
    project_name: cloud.user.project,
    user_domain_name: 'Default',
    project_domain_name: 'Default',
  };
  const client = createCloudClient(cloudSettings(words, null), { clock });
  const readings = memoryReadingBook();
  const layout: OpenstackEngineOptions['layout'] = {
    owner: KIT_OWNER,
    whose: cloud.whose,
    network: cloud.network,
    floatingNetwork: cloud.floatingNetwork,
    flavors: new Map([[`${MODEL}x1`, cloud.flavor]]),
    gpuAliases: new Map(),
    systemDisks: [cloud.systemDisk],
    workDisks: ['volume'],
    volumeType: null,
    configDrive: false,
    ipv6: cloud.ipv6,
    probesFrom: cloud.probesFrom,
    ...cloud.layout,
  };
  const options: OpenstackEngineOptions = {
    client,
    clock,
    log: createLog('silent'),
    layout,
    readings,
    probe: cloud.probe,
    console: cloud.console,
    metrics: true,
    patienceMs: cloud.patienceMs,
  };
  const engine = createOpenstackEngine(options);
  let made = 0;

  async function until<T>(look: () => Promise<T>, isThere: (seen: T) => boolean, what: string): Promise<T> {
    const end = addMs(clock.wall(), cloud.untilMs);
    for (;;) {
      // A cloud that was just away, or is busy, does not answer everybody at once: who looks looks again.
      const seen = await look().catch(silence);
      if (!(seen instanceof EngineError) && isThere(seen)) return seen;
      if (clock.wall() > end) assert.fail(`${what}: ${seen instanceof EngineError ? String(seen.cause) : JSON.stringify(seen)}`);
      await sleep(cloud.lookMs);
    }
  }

  const untilDone: ConformanceKit['untilDone'] = (ask, isThere) => until(ask, isThere, 'asked again and again, it did not get there');

  async function groupsOf(serverId: string): Promise<Group[]> {
    const ports = await client.list('network', `/v2.0/ports?name=${cloudName(serverId)}`, { key: 'ports', shape: Port }, signal);
    const ids = ports.filter((port) => serverIdOfBelonging(KIT_OWNER, port) === serverId).flatMap((port) => port.security_groups);
    return Promise.all(
      ids.map(
        async (id) =>
          (await client.read('network', `/v2.0/security-groups/${id}`, z.object({ security_group: Group }), signal)).security_group,
      ),
    );
  }

  return {
    engine,
    client,
    layout,
    ...(cloud.movesTo && { movesTo: cloud.movesTo }),
    ...(cloud.addressesByChance && { addressesByChance: cloud.addressesByChance }),
    again: (changes) => createOpenstackEngine({ ...options, ...changes }),
    makeSpec(overrides): MachineSpec {
      const n = (made += 1);
      return {
        serverId: `srv_test${run}${n}`,
        name: `test-${n}`,
        hostName: cloud.hostName,
        machineType: 'vm',
        gpuModel: MODEL,
        withGpus: false,
        gpus: [{ slot: n % 8, device: null }],
        vcores: 1,
        ramGb: 1,
        storageGb: 1,
        localStorageGb: 1,
        systemDisk: null,
        workDisk: null,
        image: cloud.image,
        username: cloud.username,
        publicKey: cloud.publicKey,
        firewall: [],
        forwards: null,
        mustExist: false,
        fromBackupId: null,
        record: `sold as ${n}`,
        ...overrides,
      };
    },
    until: (serverId, power) =>
      until(
        () => engine.observe(serverId, signal),
        (machine) => machine.power === power,
        `${serverId} did not become ${power}`,
      ),
    untilDone,
    running: (spec, by = engine) =>
      untilDone(
        () => by.ensureRunning(spec, signal),
        ({ power }) => power === 'running',
      ),
    hibernated: ({ serverId }, by = engine) =>
      untilDone(
        () => by.ensureHibernated(serverId, signal),
        ({ power }) => power === 'hibernated',
      ),
    untilBackup: (backupId, state) =>
      until(
        () => engine.observeBackup(backupId, signal),
        (backup) => backup.state === state,
        `${backupId} did not become ${state}`,
      ),
    async measured(serverId) {
      const from = addMs(clock.now(), -MINUTE_MS);
      await until(
        async () => (await engine.measure?.(signal), sleep(100, readings.count(serverId))),
        (count) => count >= 3,
        'it was not measured',
      );
      return { from, to: addMs(clock.now(), SECOND_MS), stepSeconds: 1 };
    },
    async firewallOf(serverId) {
      const rules = (await groupsOf(serverId)).flatMap(({ security_group_rules }) => rulesIn(security_group_rules));
      // Neutron lists them in no order: here IPv6 comes first.
      return rules.toSorted((a, b) => b.ethertype.localeCompare(a.ethertype));
    },
    async plantOrphan(serverId, hostName) {
      const [image] = await client.list('image', `/v2/images?name=${cloud.image}`, { key: 'images', shape: Created }, signal);
      const flavors = await client.list('compute', '/flavors', { key: 'flavors', shape: Created.extend({ name: z.string() }) }, signal);
      const [network] = await client.list('network', `/v2.0/networks?name=${cloud.network}`, { key: 'networks', shape: Created }, signal);
      const server = {
        name: cloudName(serverId),
        metadata: { [OWNER]: KIT_OWNER, [SERVER]: serverId },
        imageRef: image?.id,
        flavorRef: flavors.find(({ name }) => name === cloud.flavor)?.id,
        networks: [{ uuid: network?.id }],
        ...(cloud.whose === 'ours' ? { host: hostName } : { availability_zone: hostName }),
      };
      await client.change('compute', { method: 'POST', path: '/servers', body: { server } }, z.unknown(), signal);
    },
    async plantBackup(backupId) {
      const image = { name: cloudName(backupId), disk_format: 'qcow2', container_format: 'bare', [OWNER]: KIT_OWNER, [BACKUP]: backupId };
      await client.change('image', { method: 'POST', path: '/v2/images', body: image }, z.unknown(), signal);
    },
    async plantLeftover(serverId) {
      const group = { name: cloudName(serverId), description: belongingOf(KIT_OWNER, serverId) };
      await client.change(
        'network',
        { method: 'POST', path: '/v2.0/security-groups', body: { security_group: group } },
        z.unknown(),
        signal,
      );
      const volume = { name: volumeName(serverId, 'work'), size: 1, metadata: { [OWNER]: KIT_OWNER, [SERVER]: serverId } };
      const { volume: planted } = await client.change(
        'volume',
        { method: 'POST', path: '/volumes', body: { volume } },
        z.object({ volume: Created }),
        signal,
      );
      const Seen = z.object({ volume: z.object({ status: z.string() }) });
      await until(
        () => client.read('volume', `/volumes/${planted.id}`, Seen, signal),
        (seen) => seen.volume.status === 'available',
        'the volume is not there',
      );
    },
    ...(cloud.disks && { disks: cloud.disks }),
    ...(cloud.faults && { faults: cloud.faults }),
    async close() {
      client.close();
      await cloud.close();
    },
  };
}

function silence(error: unknown): EngineError {
  if (error instanceof EngineError && error.engineCause === 'timeout') return error;
  throw error;
}
