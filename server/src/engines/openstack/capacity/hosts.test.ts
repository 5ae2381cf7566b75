import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenstackKit } from '../openstack-kit.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

test('a host’s disk is counted for what lies on it: not for volumes, and not where each pool says', async (t) => {
  const { kit } = await openDoubleKit('ours');
  t.after(() => kit.close());
  const counted = async (disks: Pick<OpenstackKit['layout'], 'systemDisks' | 'workDisks'>) => {
    const engine = kit.again({ layout: { ...kit.layout, ...disks } });
    const hosts = await engine.hosts(new AbortController().signal);
    const { system, work } = hosts.find(({ name }) => name === 'kvm1')?.found?.storages ?? assert.fail('kvm1 says what it has');
    return [system?.name ?? null, work?.name ?? null];
  };
  const disk = 'disk of kvm1';
  assert.deepEqual(await counted({ systemDisks: ['flavor'], workDisks: ['volume'] }), [disk, null]);
  assert.deepEqual(await counted({ systemDisks: ['flavor'], workDisks: ['ephemeral'] }), [disk, disk]);
  assert.deepEqual(await counted({ systemDisks: ['volume'], workDisks: ['volume'] }), [null, null]);
  assert.deepEqual(await counted({ systemDisks: ['flavor', 'volume'], workDisks: ['volume', 'ephemeral'] }), [null, null]);
});
