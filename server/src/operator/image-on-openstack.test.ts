import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { insertEngines } from '../core/ground/installation/engine-names.store.ts';
import { startCloudDouble } from '../engines/openstack/testing/cloud-double.ts';
import { attemptCommand, startOperatedCloud } from './testing.ts';

const [cloud, double] = await Promise.all([startOperatedCloud(), startCloudDouble()]);
after(() => Promise.all([cloud.close(), double.close()]));

const environment = {
  DATABASE_URL: cloud.db.url,
  BOREAL_ENGINE: 'openstack',
  OS_AUTH_URL: double.authUrl,
  OS_USERNAME: double.users.demo.name,
  OS_PASSWORD: double.users.demo.password,
  OS_PROJECT_NAME: double.users.demo.project.name,
  OPENSTACK_NETWORK: 'priv',
  OPENSTACK_FLOATING_NETWORK: 'public',
};
const run = (...args: string[]) => attemptCommand(args, environment);
const add = (id: string, ...more: string[]) => run('image', 'add', id, '--name', 'Guest', '--username', 'root', ...more);

test('an engine that Boreal was not started with yet can be checked, and is not taken over', async () => {
  const { code, out, err } = await run('engine', 'check');
  assert.equal(code, 1);
  assert.match(out + err, /- No pool is of this engine, so nothing can be sold\./);
  assert.match(
    (await run('engine', 'take-over', 'openstack', '--confirm', 'openstack')).err,
    /^There is no engine named openstack\..*restart Boreal\.$/m,
  );
  await insertEngines(cloud.db.sql, [{ name: 'openstack', kind: 'openstack' }]);
});

test('an image is looked up on the engines that something is sold on as it is declared, and held against what is sold', async () => {
  assert.doesNotMatch((await add('early')).out, /glance/, 'nothing is sold there yet');
  const pool = await run('pool', 'add', 'theirs', '--model', 'l4', '--engine', 'openstack', '--machines', 'vm', '--without-gpus');
  assert.equal(pool.code, 0, pool.err);

  const absent = await add('nothing-there');
  assert.equal(absent.code, 0, absent.err);
  assert.match(
    absent.out,
    /^The image nothing-there is nothing-there on the engine\..*\n- The image nothing-there needs an active image named nothing-there/,
  );

  assert.equal((await add('guest')).out.split('\n').length, 2);
  const image = double.images.images.get(double.image.id);
  assert.ok(image);
  image.minDisk = 5000;
  assert.match((await add('guest')).out, /\n- The image guest needs 5000 GB of disk .*--min-disk/);
  assert.match((await add('other', '--engine-name', double.image.id, '--json')).out, /"wrong": ?\[\s*"The image other needs 5000 GB/);

  await double.faults.down('image');
  assert.match((await add('guest')).out, /\n- Whether the engine openstack has it could not be asked: .*engine check/);
  await double.faults.up('image');
});

test('a check says which addresses servers get', async () => {
  const checked = await run('engine', 'check');
  assert.match(checked.out + checked.err, /\nServers have floating addresses of public, and no IPv6\.\n/);
  const own = { ...environment, OPENSTACK_NETWORK: 'provider', OPENSTACK_FLOATING_NETWORK: '', OPENSTACK_DUAL_STACK: 'on' };
  assert.match(
    (await attemptCommand(['engine', 'check'], own)).out,
    /\nServers have addresses of the network provider itself: IPv4 and IPv6\. It is another project's, so a hibernated server may keep/,
  );
});
