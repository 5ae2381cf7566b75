import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noteTraits } from '../../core/fleet/engines/engine-traits.store.ts';
import { idIn, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('the simulated engine has all that it needs, and shows its hosts', async () => {
  assert.equal((await cloud.run('engine', 'check')).out, 'The engine simulated has all that it needs.\n');
  const hosts = await cloud.attempt('engine', 'hosts', '--json');
  assert.partialDeepStrictEqual(jsonOf(hosts), { items: [{ name: 'h100-sxm-0', reachable: true }, { name: 'l4-1' }] });
});

test('an engine that answers and fails is told of as that, and not as a mistake of Boreal', async () => {
  await cloud.engine.faults.callsFail({ call: 'hosts', cause: 'timeout' });
  for (const asked of ['check', 'hosts']) {
    const { code, out, err } = await cloud.attempt('engine', asked);
    assert.equal(code, 1, out);
    assert.match(err, /^The engine failed: A fault struck hosts in the simulated engine\. .*log.*\n$/, asked);
  }
  await cloud.engine.faults.clear();
});

test('images are declared, changed, made the default and taken back', async () => {
  const added = await cloud.attempt(
    'image',
    'add',
    'alma-9',
    '--name',
    'AlmaLinux 9',
    '--username',
    'alma',
    '--engine-name',
    'boreal/alma',
  );
  assert.equal(added.out, 'The image alma-9 is boreal/alma on the engine. New servers get another, the default one.\n');
  assert.match(
    (await cloud.attempt('image', 'add', 'alma-9', '--name', 'Alma', '--username', 'alma', '--default')).out,
    /New servers get it\./,
  );
  const images = await cloud.attempt('image', 'list', '--json');
  assert.partialDeepStrictEqual(jsonOf(images), {
    items: [{ id: 'alma-9', type: 'alma', version: '9', isDefault: true, engineName: null }],
  });
  assert.match((await cloud.attempt('image', 'remove', 'alma-9')).err, /is the default/);
  assert.equal((await cloud.attempt('image', 'remove', 'debian-12')).out, 'Removed the image debian-12.\n');
  assert.match((await cloud.attempt('image', 'remove', 'debian-12')).err, /no such image/);
  assert.match((await cloud.attempt('image', 'add', 'Alma 9', '--name', 'x', '--username', 'x')).err, /lowercase letters/);
  assert.match((await cloud.attempt('image', 'add', 'x', '--name', 'x', '--username', 'x y')).err, /not a valid Linux user name/);
});

test('addresses are given and taken back', async () => {
  const added = await cloud.attempt('address', 'add', '203.0.113.16-203.0.113.19');
  assert.equal(added.out, 'Added 4 addresses from 203.0.113.16 to 203.0.113.19.\n');
  assert.match(
    (await cloud.attempt('address', 'add', '203.0.113.19-203.0.113.20')).out,
    /^Added 1 address .* 1 of them were there already\.\n$/,
  );
  assert.match((await cloud.attempt('address', 'list')).out, /\nIPv4 +incus +any +203\.0\.113\.16 +203\.0\.113\.20 +0 +5 +0\n/);
  assert.equal((await cloud.attempt('address', 'remove', '203.0.113.0/24')).out, 'Removed 5 addresses.\n');
  assert.match((await cloud.attempt('address', 'add', 'here')).err, /Write addresses such as/);
});

test('GPUs are named by what the engine calls them', async () => {
  const made = await cloud.attempt('pool', 'add', 'real', '--model', 'l4', '--engine', 'incus', '--machines', 'vm');
  const pool = idIn(made, 'pool');
  const devices = ['0000:17:00.0', '0000:65:00.0'];
  const added = await cloud.attempt('host', 'add', 'gpu-1', '--pool', pool, ...devices.flatMap((device) => ['--device', device]), '--json');
  assert.partialDeepStrictEqual(jsonOf(added), { gpuCount: 2, devices });
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('host', 'list', '--pool', pool, '--json')), {
    items: [{ gpus: devices.map((device, slot) => ({ slot, device })) }],
  });
  for (const [message, ...args] of [
    [/--gpus says 3, and 1 are named/, '--gpus', '3', '--device', '0000:01:00.0'],
    [/A GPU is listed twice/, '--device', '0000:0A:00.0', '--device', '0000:0a:00.0'],
    [/The configuration has no engine incus\. It has: simulated\./],
  ] as const) {
    assert.match((await cloud.attempt('host', 'add', 'gpu-2', '--pool', pool, ...args)).err, message);
  }
  const places = idIn(await cloud.attempt('pool', 'add', 'places', '--model', 'l4', '--engine', 'incus', '--without-gpus'), 'pool');
  assert.match((await cloud.attempt('host', 'add', 'gpu-3', '--pool', places)).err, /Write with --gpus how many/);
  assert.match((await cloud.attempt('host', 'add', 'gpu-3', '--pool', places, '--gpus', '4')).out, /^Added the host gpu-3 with 4 GPUs/);
  assert.match((await cloud.attempt('pool', 'list')).out, /container, no GPUs/);
});

test('GPUs of an engine that places by itself are places that need no names', async () => {
  const can = { ...cloud.engine.can, placement: 'engine' } as const;
  await noteTraits(cloud.ctx.db.sql, { name: 'incus', can, limits: cloud.engine.limits });
  const pool = idIn(await cloud.attempt('pool', 'add', 'theirs', '--model', 'l4', '--engine', 'incus', '--machines', 'vm'), 'pool');
  const added = await cloud.attempt('host', 'add', 'zone-1', '--pool', pool, '--gpus', '3', '--json');
  assert.partialDeepStrictEqual(jsonOf(added), { gpuCount: 3, devices: [null, null, null] });
});
