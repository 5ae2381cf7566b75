import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { systemClock } from '../../kit/clock.ts';
import { checkOpenstack, type Wanted } from './check-openstack.ts';
import { createDirectory } from './directory.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

const { signal } = new AbortController();

describe('what is said of a cloud before anything is sold', () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  before(async () => {
    double = await startCloudDouble();
    kit = await openOpenstackKit(doubleCloud(double, 'theirs'));
  });
  after(() => kit.close());

  const check = (wanted: Partial<Wanted> = {}) => {
    const deps = { client: kit.client, layout: kit.layout, directory: createDirectory(kit.client, systemClock()) };
    const of = { hosts: () => kit.engine.hosts(signal), metrics: false };
    return checkOpenstack(deps, of, { images: [], hosts: [], places: 0, sizes: [], ...wanted }, signal);
  };

  test('nothing, of one that has all that is needed', async () => {
    assert.deepEqual(await check(), []);
  });

  test('that neutron keeps no tags, and how it is made to', async () => {
    double.networks.extensions.delete('standard-attr-tag');
    const [sentence = '', ...others] = await check();
    double.networks.extensions.add('standard-attr-tag');
    assert.match(sentence, /standard-attr-tag.*service_plugins/);
    assert.deepEqual(others, []);
  });
});
