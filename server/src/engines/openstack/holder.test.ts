import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import { EngineError, EngineSilent } from '../engine.ts';
import { whyNoHolder } from './check/check-holder.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import type { CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';
import { HOLDER_GROUP, holderGroupIds, holderPromises } from './testing/holder-promises.ts';

const { signal } = new AbortController();

for (const whose of ['ours', 'theirs'] as const) {
  holderPromises(`a cloud that is ${whose}`, async () => {
    const { double, kit } = await openDoubleKit(whose);
    const other = await openOpenstackKit({ ...doubleCloud(double, whose === 'ours' ? 'theirs' : 'ours'), close: async () => undefined });
    return {
      kit,
      other,
      allowGroups: async (limit) => void (double.networks.quota.security_group = limit),
      async close() {
        await other.close();
        await kit.close();
      },
    };
  });
}

describe('the record of who drives a cloud', () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  beforeEach(async () => {
    ({ double, kit } = await openDoubleKit('theirs'));
  });
  afterEach(() => kit.close());

  const holder = () => kit.engine.holder ?? assert.fail();
  const refuse = (method: string, status: number, message = 'no') =>
    double.faults.rules.push((call) =>
      call.service === 'network' && call.method === method && call.path.startsWith('/v2.0/security-groups')
        ? { status, body: { NeutronError: { type: 'Refused', message, detail: '' } } }
        : 'passed',
    );
  const first = { id: 'a', epoch: 1 };
  const second = { id: 'a', epoch: 2 };

  test('is kept where neutron numbers no revisions', async () => {
    await holder().replace({ before: null, after: first }, signal);
    for (const group of double.networks.groups.values()) Object.assign(group, { revision_number: null });
    assert.equal(await holder().replace({ before: first, after: second }, signal), true);
    assert.deepEqual(await holder().read(signal), second);
  });

  test('stops nobody whom the cloud does not let write it', async () => {
    // As of an application credential whose access rules do not name it, of a policy, and of whatever stands before neutron.
    for (const status of [401, 403, 405]) {
      refuse('POST', status);
      assert.equal(await holder().replace({ before: null, after: first }, signal), false);
      double.faults.rules = [];
    }
    await holder().replace({ before: null, after: first }, signal);
    for (const status of [401, 403, 405, 412]) {
      refuse('PUT', status);
      assert.equal(await holder().replace({ before: first, after: second }, signal), false);
      assert.deepEqual(await holder().read(signal), first);
      double.faults.rules = [];
    }
    assert.equal(await holder().replace({ before: first, after: second }, signal), true);
  });

  test('is not taken for refused by a cloud that is overrun or broken', async () => {
    for (const [method, status] of [
      ['POST', 429],
      ['POST', 503],
      ['PUT', 429],
      ['PUT', 500],
    ] as const) {
      if (method === 'PUT') await holder().replace({ before: null, after: first }, signal);
      refuse(method, status, 'over_limit');
      const change = method === 'POST' ? { before: null, after: first } : { before: first, after: second };
      await assert.rejects(holder().replace(change, signal), (error) => error instanceof EngineSilent || error instanceof EngineError);
      double.faults.rules = [];
    }
  });

  test('is written where one too many cannot be removed', async () => {
    for (const epoch of [1, 2]) {
      const body = { security_group: { name: HOLDER_GROUP, description: `Boreal: who drives these machines {"id":"a","epoch":${epoch}}` } };
      await kit.client.change('network', { method: 'POST', path: '/v2.0/security-groups', body }, z.unknown(), signal);
    }
    refuse('DELETE', 409);
    assert.equal(await holder().replace({ before: second, after: { id: 'a', epoch: 3 } }, signal), true);
    assert.equal((await holderGroupIds(kit)).length, 2);
  });

  test('that does not follow is told to operators', async () => {
    const why = () => whyNoHolder(kit, { name: 'openstack', isLate: ({ epoch }) => epoch < 2 }, signal);
    assert.equal(await why(), null, 'it is made by the first worker');
    await holder().replace({ before: null, after: first }, signal);
    assert.match((await why()) ?? '', /update_security_group/);
    await holder().replace({ before: first, after: second }, signal);
    assert.equal(await why(), null);
  });

  test('is not known while neutron, or all of the cloud, does not answer', async () => {
    await double.faults.down('network');
    await assert.rejects(holder().read(signal), (error) => error instanceof EngineSilent && error.silence === 'no_service');
    await double.faults.up('network');
    assert.equal(await holder().read(signal), null);
  });
});
