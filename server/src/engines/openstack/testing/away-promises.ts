import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type Engine, type EngineCause, type MachineSpec, type ObservedBackup } from '../../engine.ts';
import { listServers, serverIdIn } from '../machine/list-servers.ts';
import type { OpenstackKit } from '../openstack-kit.ts';

/** A cloud of which programs are ended as in a crash. */
export interface CrashingCloud {
  readonly kit: OpenstackKit;
  end(program: string): Promise<void>;
  /** As it was, and what went on without it has gone on. */
  start(program: string): Promise<void>;
  /** Waits until the cloud is in the middle of what has just been asked. */
  underWay(): Promise<void>;
  /** What is asked now stays under way until a program has ended. */
  hold(): void;
  /** Long enough that everything asked for meanwhile meets it. */
  readonly awayMs: number;
  /** Between two looks at a backup. */
  readonly lookMs: number;
  /** Looks as long after everything as nobody waits for in a test. */
  readonly late: Engine;
}

const { signal } = new AbortController();
const TRIED_AGAIN: readonly EngineCause[] = ['timeout', 'unknown'];
const WHEN = ['before', 'while'] as const;
const ENDS: readonly ObservedBackup['state'][] = ['ready', 'failed'];

/** What a machine sleeps, wakes and is saved by may be away when that is asked for, or end in the middle of it. */
export function awayPromises(name: string, programs: readonly string[], open: () => Promise<CrashingCloud>, timeoutMs: number): void {
  describe(`a machine of ${name}`, { timeout: 12 * timeoutMs }, () => {
    let cloud: CrashingCloud;
    let spec: MachineSpec;
    let backups = 0;
    before(async () => {
      cloud = await open();
      const { kit } = cloud;
      spec = kit.makeSpec();
      await kit.running(spec);
      await kit.disks?.write(spec.serverId, 'system', 'kept');
    });
    after(() => cloud?.kit.close());

    for (const program of programs) {
      for (const when of WHEN) {
        test(`hibernates although ${program} is away ${when} it is to`, { timeout: timeoutMs }, async () => {
          await struck(program, when, () => becomes('hibernated'));
          assert.equal((await cloud.kit.engine.observe(spec.serverId, signal)).power, 'hibernated');
        });

        test(`wakes with its disk although ${program} is away ${when} it is to`, { timeout: timeoutMs }, async () => {
          const { kit } = cloud;
          await struck(program, when, () => becomes('running'));
          assert.equal(await kit.disks?.read(spec.serverId, 'system'), 'kept');
          assert.deepEqual(await machines(), [spec.serverId]);
        });

        test(`can be backed up although ${program} was away ${when} it was to be`, { timeout: timeoutMs }, async () => {
          const { kit, late } = cloud;
          const first = nextBackup();
          await struck(program, when, () => begun(first));
          // It may be lost, and then says so: whoever waits for it does not wait for ever.
          const { state } = await until(
            () => late.observeBackup(first, signal),
            (seen) => ENDS.includes(seen.state),
          );
          const second = nextBackup();
          if (state === 'failed') {
            await begun(second);
            await kit.untilBackup(second, 'ready');
          }
          for (const backupId of [first, second]) {
            await until(
              () => kit.engine.deleteBackup(backupId, signal),
              (seen) => seen.state === 'absent',
            );
          }
        });
      }
    }

    test('leaves nothing when it is gone', { timeout: timeoutMs }, async () => {
      const { kit } = cloud;
      await kit.gone(spec);
      assert.deepEqual(await machines(), []);
      // Of a run that was broken off, a real cloud may have others.
      const leftovers = (await kit.engine.leftovers(signal)).filter(({ serverId }) => serverId === spec.serverId);
      const left = (await kit.engine.listBackups(signal)).filter(({ backupId }) => backupId.startsWith(backupOf(spec)));
      assert.deepEqual([leftovers, left], [[], []]);
    });

    async function struck(program: string, when: (typeof WHEN)[number], ask: () => Promise<unknown>): Promise<void> {
      if (when === 'before') await cloud.end(program);
      else cloud.hold();
      const asked = ask();
      // Who fails meanwhile is heard below.
      asked.catch(() => undefined);
      if (when === 'while') {
        await cloud.underWay();
        await cloud.end(program);
      }
      try {
        await sleep(cloud.awayMs);
      } finally {
        await cloud.start(program);
      }
      await asked;
    }

    function becomes(power: 'hibernated' | 'running'): Promise<unknown> {
      const { engine } = cloud.kit;
      const ask = () => (power === 'running' ? engine.ensureRunning(spec, signal) : engine.ensureHibernated(spec.serverId, signal));
      return until(ask, (seen) => seen.power === power);
    }

    /** As whoever sells machines does: what failed is asked for again. Why a waking failed, nova tells administrators only. */
    async function until<T>(ask: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
      for (const end = performance.now() + timeoutMs; ; await sleep(cloud.lookMs)) {
        const seen = await ask().catch((error: unknown) => {
          if (error instanceof EngineError && TRIED_AGAIN.includes(error.engineCause)) return error;
          throw error;
        });
        if (!(seen instanceof EngineError) && isThere(seen)) return seen;
        if (performance.now() > end) assert.fail(`asked again and again, it did not get there: ${JSON.stringify(seen)}`);
      }
    }

    function nextBackup(): string {
      backups += 1;
      return `${backupOf(spec)}n${backups}`;
    }

    const begun = (backupId: string) =>
      until(
        () => cloud.kit.engine.backup(spec.serverId, backupId, signal),
        ({ state }) => state !== 'absent',
      );

    async function machines(): Promise<string[]> {
      const { servers } = await listServers(cloud.kit, '', signal);
      return servers.flatMap((server) => serverIdIn(server, cloud.kit.layout) ?? []).filter((id) => id === spec.serverId);
    }
  });
}

function backupOf({ serverId }: MachineSpec): string {
  return `bkp_${serverId.slice(4)}`;
}
