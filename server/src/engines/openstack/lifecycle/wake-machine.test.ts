import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMs, SECOND_MS, systemClock } from '../../../kit/clock.ts';
import { engineError } from '../../conformance-kit.ts';
import type { Engine, MachineSpec } from '../../engine.ts';
import { FloatingIp } from '../cloud/cloud-shapes.ts';
import { SERVER } from '../machine/machine-marks.rules.ts';
import type { KitCloud } from '../openstack-kit.ts';
import type { CloudDouble } from '../testing/cloud-double.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

for (const whose of ['ours', 'theirs'] as const) {
  test(`a machine that wakes into a cloud of ${whose} without room is refused once for each time that it is asked for, keeps its disk and holds no address`, (t) =>
    asleep(whose, t, async ({ double, spec, engine, wake, addresses, runs, read }) => {
      full(double);
      for (let tries = 0; tries < 2; tries += 1) {
        const asked = unshelves(double);
        await assert.rejects(wake(engine), engineError('no_capacity'));
        assert.equal(unshelves(double) - asked, 1);
        assert.equal((await engine.observe(spec.serverId, signal)).power, 'hibernated');
        assert.deepEqual(await addresses(), []);
      }
      free(double);
      await runs();
      assert.equal(await read(), 'precious');
      assert.equal((await addresses()).length, 1);
    }));

  test(`who only looks until later finds out all the same that a cloud of ${whose} had no room`, (t) =>
    asleep(whose, t, async ({ double, spec, hasty, wake, hibernates, runs }) => {
      full(double);
      const asked = unshelves(double);
      await assert.rejects(wake(hasty), engineError('no_capacity'));
      assert.equal(unshelves(double) - asked, 1);
      // Given up in the middle, it is not told of when it is wanted again.
      await hasty.ensureRunning(spec, signal).catch(() => undefined);
      await hibernates();
      free(double);
      await runs();
    }));
}

test('a waking whose answer was lost is not asked for again, and its refusal is heard', (t) =>
  asleep('theirs', t, async ({ double, spec, engine, wake }) => {
    full(double);
    double.faults.once(({ path, body }) => (path.endsWith('/action') && body.includes('unshelve') ? 'lost' : 'passed'));
    await assert.rejects(engine.ensureRunning(spec, signal), engineError('timeout'));
    const asked = unshelves(double);
    await assert.rejects(wake(engine), engineError('no_capacity'));
    assert.equal(unshelves(double), asked);
  }));

test('a waking of which nova never heard is asked for again', (t) =>
  asleep('theirs', t, async ({ double, spec, engine, runs }) => {
    double.faults.once(({ path, body }) => (path.endsWith('/action') && body.includes('unshelve') ? 'dropped' : 'passed'));
    await assert.rejects(engine.ensureRunning(spec, signal), engineError('timeout'));
    await runs();
  }));

test('a waking that fails for another reason is not taken for want of room, and is tried again', (t) =>
  asleep('theirs', t, async ({ double, engine, wake, addresses, runs, isIt }) => {
    double.faults.nextWakingFails(isIt, 'libvirt: something broke');
    await assert.rejects(wake(engine), engineError('unknown'));
    assert.deepEqual(await addresses(), []);
    await runs();
  }));

test('why a waking failed is what nova tells administrators', (t) =>
  asleep('ours', t, async ({ double, engine, wake, runs, isIt }) => {
    for (const [words, cause] of [
      ['Timed out waiting for a reply', 'timeout'],
      ['Insufficient compute resources: Free memory 0.00 MB < requested 64 MB.', 'no_capacity'],
    ] as const) {
      double.faults.nextWakingFails(isIt, words);
      await assert.rejects(wake(engine), engineError(cause));
    }
    await runs();
  }));

interface Asleep {
  readonly double: CloudDouble;
  readonly spec: MachineSpec;
  readonly engine: Engine;
  /** It does not wait for what it begins. */
  readonly hasty: Engine;
  /** Asks until that fails. */
  wake(engine: Engine): Promise<void>;
  runs(): Promise<unknown>;
  hibernates(): Promise<unknown>;
  addresses(): Promise<readonly FloatingIp[]>;
  read(): Promise<string | null | undefined>;
  isIt(server: { readonly metadata: Readonly<Record<string, string>> }): boolean;
}

/** A machine that hibernates, with something on its disk. */
async function asleep(
  whose: KitCloud['whose'],
  t: { after(end: () => Promise<void>): void },
  story: (it: Asleep) => Promise<void>,
): Promise<void> {
  const { double, kit } = await openDoubleKit(whose);
  t.after(() => kit.close());
  const { engine } = kit;
  const spec = kit.makeSpec();
  const { serverId } = spec;
  const runs = () => kit.running(spec, engine);
  const hibernates = () => kit.hibernated({ serverId }, engine);
  await runs();
  await kit.disks?.write(serverId, 'system', 'precious');
  await hibernates();
  const path = `/v2.0/floatingips?description=boreal:${kit.layout.owner}:${serverId}`;
  await story({
    double,
    spec,
    engine,
    hasty: kit.again({ patienceMs: 1 }),
    runs,
    hibernates,
    async wake(by) {
      const end = addMs(systemClock().wall(), 30 * SECOND_MS);
      while (systemClock().wall() < end) await by.ensureRunning(spec, signal);
    },
    addresses: () => kit.client.list('network', path, { key: 'floatingips', shape: FloatingIp }, signal),
    read: async () => kit.disks?.read(serverId, 'system'),
    isIt: ({ metadata }) => metadata[SERVER] === serverId,
  });
}

const unshelves = ({ asked }: CloudDouble) =>
  asked.filter(({ path, body }) => path.endsWith('/action') && body.includes('unshelve')).length;

function full({ hosts }: CloudDouble): void {
  for (const host of hosts) host.enabled = false;
}

function free({ hosts }: CloudDouble): void {
  for (const host of hosts) host.enabled = true;
}
