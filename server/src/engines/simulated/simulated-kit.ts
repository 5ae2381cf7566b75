import assert from 'node:assert/strict';
import { addMs, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import type { ConformanceKit } from '../conformance-kit.ts';
import type { MachinePower, MachineSpec, Observed } from '../engine.ts';
import { plainMachine } from '../testing/plain-machine.ts';
import type { SimulatedHost } from './gpus.rules.ts';
import { simulatedGpu } from './gpus.rules.ts';
import { createSimulatedEngine, type SimulatedEngine, type SimulatedEngineOptions } from './simulated-engine.ts';
import { handClock, type HandClock } from '../../kit/hand-clock.ts';
import { openTestDatabase, type EngineDatabase } from './testing.ts';

export interface SimulatedKit extends ConformanceKit {
  readonly engine: SimulatedEngine;
  readonly clock: HandClock;
  readonly database: EngineDatabase;
  /** Another engine, optionally with changed options. */
  again(changes?: Partial<SimulatedEngineOptions>): SimulatedEngine;
}

const CARDS = 8;
const HOSTS = 100;
/** Tests get no specs for it, and nothing moves there, so that its GPUs are free. */
const SPARE_HOST = `host-${HOSTS - 2}`;
const testHosts: readonly SimulatedHost[] = Array.from({ length: HOSTS }, (_, n) => ({
  name: `host-${n}`,
  gpuModels: Array.from({ length: CARDS }, () => 'l40s'),
}));

/** A simulated engine in its own database, with a clock that `until` advances second by second. */
export async function openSimulatedKit(more: Pick<SimulatedEngineOptions, 'can'> = {}): Promise<SimulatedKit> {
  const database = await openTestDatabase();
  const clock = handClock(new Date('2026-03-01T12:00:00Z'));
  const options: SimulatedEngineOptions = { query: database.query, clock, seed: 'tests', hosts: async () => testHosts, ...more };
  const places = more.can?.placement === 'engine';
  const engine = createSimulatedEngine(options);
  await engine.prepare();
  await warmUp(database);
  const { signal } = new AbortController();
  let made = 0;

  async function until(serverId: string, power: MachinePower): Promise<Observed> {
    for (let seconds = 0; seconds < 120; seconds += 1) {
      const machine = await engine.observe(serverId, signal);
      if (machine.power === power) return machine;
      clock.advance(SECOND_MS);
    }
    return assert.fail(`${serverId} did not become ${power} in two minutes: ${(await engine.observe(serverId, signal)).power}`);
  }

  return {
    engine,
    clock,
    database,
    again: (changes) => createSimulatedEngine({ ...options, ...changes }),
    makeSpec(overrides): MachineSpec {
      const n = made;
      made += 1;
      return {
        serverId: `srv_test${n}`,
        name: `test-${n}`,
        hostName: `host-${Math.floor(n / CARDS) % HOSTS}`,
        gpuModel: 'l40s',
        withGpus: true,
        machineType: 'container',
        gpus: [places ? { slot: n % CARDS, device: null } : simulatedGpu(n % CARDS)],
        vcores: 16,
        ramGb: 96,
        storageGb: 100,
        localStorageGb: 500,
        ...plainMachine,
        image: 'debian-13',
        username: 'debian',
        publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGN0 test',
        record: `sold as ${n}`,
        ...overrides,
      };
    },
    until,
    async untilDone(ask, isThere) {
      for (let seconds = 0; seconds < 240; seconds += 1) {
        const machine = await ask();
        if (isThere(machine)) return machine;
        clock.advance(SECOND_MS);
      }
      return assert.fail('asked again and again for four minutes, it did not get there');
    },
    async untilBackup(backupId, state) {
      for (let seconds = 0; seconds < 600; seconds += 1) {
        const backup = await engine.observeBackup(backupId, signal);
        if (backup.state === state) return backup;
        clock.advance(SECOND_MS);
      }
      return assert.fail(`${backupId} did not become ${state} in ten minutes`);
    },
    async measured() {
      const from = addMs(clock.now(), -10 * MINUTE_MS);
      clock.advance(600 * SECOND_MS);
      return { from, to: clock.now(), stepSeconds: 30 };
    },
    firewallOf: (serverId) => engine.firewallOf(serverId),
    forwardsOf: (serverId) => engine.forwardsOf(serverId),
    disks: {
      write: (serverId, disk, text) => (disk === 'system' ? engine.writeDisk(serverId, text) : engine.writeWorkDisk(serverId, text)),
      read: (serverId, disk) => (disk === 'system' ? engine.readDisk(serverId) : engine.readWorkDisk(serverId)),
    },
    plantLeftover: async (serverId) => {
      for (const kind of ['rules', 'disk'] as const)
        await engine.plantLeftover({ kind, name: `${kind}-of-${serverId}`, serverId, hostName: null });
    },
    plantBackup: (backupId) => engine.plantBackup(backupId),
    plantOrphan: (serverId, hostName) => engine.plantOrphan(serverId, hostName),
    faults: {
      nextBackupFails: (serverId) => engine.faults.backupFails({ serverId, times: 1 }),
      nextBootFails: (serverId) => engine.faults.bootFails({ serverId, times: 1 }),
      nextAnswerLost: (call, serverId) => engine.faults.answersLost({ call, serverId, times: 1 }),
      lostHosts: engine.faults,
      wholeEngine: { down: () => engine.faults.engineSilent('no_answer'), back: () => engine.faults.engineBack() },
      fullDisk: { full: (hostName) => engine.faults.diskFull(hostName), cleared: (hostName) => engine.faults.diskCleared(hostName) },
      // An engine that does its own placement is not told which GPU.
      ...(!places && {
        deadCard: async (spec) => {
          await engine.faults.gpuDies({ hostName: SPARE_HOST, slot: 0 });
          const there = { ...spec, hostName: SPARE_HOST };
          return { dead: { ...there, gpus: [simulatedGpu(0)] }, working: { ...there, gpus: [simulatedGpu(1)] } };
        },
      }),
      guestNeverEnds: (serverId) => engine.faults.guestNeverEnds({ serverId }),
      guestPowersOff: (serverId) => engine.faults.guestPowersOff(serverId),
    },
    close: () => database.close(),
  };
}

/** Opens the pool's connections now: if they opened one by one, simultaneous calls would not overlap. */
async function warmUp({ query }: EngineDatabase): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => query('select pg_sleep(0.02)')));
}
