import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMs, SECOND_MS, systemClock } from '../../../kit/clock.ts';
import { engineError } from '../../conformance-kit.ts';
import { FloatingIp } from '../cloud/cloud-shapes.ts';
import { SERVER } from '../machine/machine-marks.rules.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

test('a machine whose disk somebody removed while it hibernated cannot be woken, and hibernates on without an address', async (t) => {
  const { double, kit } = await openDoubleKit('theirs');
  t.after(() => kit.close());
  const spec = kit.makeSpec();
  const { serverId } = spec;
  await kit.running(spec);
  const hibernated = () => kit.hibernated({ serverId });
  await hibernated();
  const [server] = double.servers().filter(({ metadata }) => metadata[SERVER] === serverId);
  assert.ok(server?.shelvedImageId);
  double.images.images.delete(server.shelvedImageId);
  const wake = async () => {
    const end = addMs(systemClock().wall(), 20 * SECOND_MS);
    while (systemClock().wall() < end) await kit.engine.ensureRunning(spec, signal);
  };
  for (let tries = 0; tries < 2; tries += 1) {
    await assert.rejects(wake(), engineError('image_missing'));
    assert.equal((await kit.engine.observe(serverId, signal)).power, 'hibernated');
  }
  await hibernated();
  const { power, ipv4, hostName } = await kit.engine.ensureStopped(serverId, signal);
  assert.deepEqual([power, ipv4, hostName], ['hibernated', null, null]);
  assert.equal((await kit.engine.list(signal)).find((machine) => machine.serverId === serverId)?.power, 'hibernated');
  const addresses = await kit.client.list(
    'network',
    `/v2.0/floatingips?description=boreal:${kit.layout.owner}:${serverId}`,
    { key: 'floatingips', shape: FloatingIp },
    signal,
  );
  assert.deepEqual(addresses, []);
  await kit.untilDone(
    () => kit.engine.ensureGone(serverId, signal),
    ({ power: now }) => now === 'absent',
  );
  assert.deepEqual(await kit.engine.leftovers(signal), []);
});
