import assert from 'node:assert/strict';
import { cp, rm } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { whyNoLab } from '../../dev/incus/lab.ts';
import { until } from '../testing/boreal-process.ts';
import { RESTS_WITHIN_MS, startIncusCloud, type IncusCloud } from '../testing/incus-cloud.ts';

const why = await whyNoLab();

describe('an older copy of the database under real machines', why === null ? {} : { skip: why }, () => {
  let cloud: IncusCloud;
  before(async () => {
    cloud = await startIncusCloud({ places: 7 });
  });
  after(() => cloud.close());

  test('customers have their machines again, with their data, addresses and rules, and nobody else was sold their place', async () => {
    const { home } = cloud;
    const copy = `${home.dataDir}-copy`;
    const known = await cloud.deploy('known');
    const [ended, slept] = [await cloud.deploy('ended'), await cloud.deploy('slept')];
    for (const id of [known, ended, slept]) await cloud.rests(id, 'ACTIVE');
    await cloud.boreal.end('SIGTERM');
    const copyEndsAt = new Date().toISOString();
    await cp(home.dataDir, copy, { recursive: true, preserveTimestamps: true });
    cloud.boreal = await home.start(cloud.environment);

    const [running, stopped, asleep] = [await cloud.deploy('running'), await cloud.deploy('stopped'), await cloud.deploy('asleep')];
    const first = await cloud.rests(running, 'ACTIVE');
    await cloud.send(
      { method: 'POST', path: `/servers/${running}/firewall`, json: { direction: 'ingress', protocol: 'tcp', portRangeMin: 443 } },
      { status: 201, data: z.unknown() },
    );
    const ip = first.ipv4 ?? '';
    await cloud.ssh(ip, 'echo mine >file; sync');
    await cloud.ssh((await cloud.rests(asleep, 'ACTIVE')).ipv4 ?? '', 'echo slept >file; sync');
    await cloud.rests(stopped, 'ACTIVE');
    await cloud.act(asleep, 'hibernate');
    await cloud.act(stopped, 'stop');
    await cloud.act(slept, 'hibernate');
    await cloud.send({ method: 'DELETE', path: `/servers/${ended}` }, { data: z.unknown() });
    await cloud.rests(slept, 'HIBERNATED');
    await cloud.rests(asleep, 'HIBERNATED');
    const off = await cloud.rests(stopped, 'STOPPED');
    // What it is comes from the host's side: in the guest, nobody can read it, or write another.
    assert.equal(
      await cloud.ssh(ip, 'ls /dev/incus /dev/lxd 2>/dev/null | wc -l; sudo grep -rl "acc_" /run /var/lib/cloud 2>/dev/null | wc -l'),
      '0\n0',
    );

    await cloud.boreal.end('SIGTERM');
    await rm(home.dataDir, { recursive: true });
    await cp(copy, home.dataDir, { recursive: true, preserveTimestamps: true });
    await rm(copy, { recursive: true });
    cloud.boreal = await home.start(cloud.environment);
    assert.match(cloud.boreal.stdout(), /Another Boreal drives the engine incus/);
    await cloud.operate('engine', 'take-over', 'incus', '--confirm', 'incus');
    const orphans = await cloud.operate('orphan', 'list');
    for (const id of [running, stopped, asleep]) assert.match(orphans, new RegExp(id));
    assert.doesNotMatch(orphans, new RegExp(known));
    const places = await until(
      'their places count as taken',
      RESTS_WITHIN_MS,
      () => cloud.operate('gpu', 'list'),
      (list) => [running, stopped].every((id) => list.includes(`${id} (orphan)`)),
    );
    assert.doesNotMatch(places, new RegExp(asleep));
    assert.match(await cloud.operate('restore', 'mark', '--at', copyEndsAt), /books end at/);
    await cloud.rests(ended, 'ERROR');
    const owed = await until(
      'what has ended since the copy is found',
      RESTS_WITHIN_MS,
      () => cloud.operate('restore', 'settle', '--all', '--preview'),
      (text) => text.includes('2 servers would be settled'),
    );
    assert.match(owed, new RegExp(`${ended} .* ERROR +missing`));
    assert.match(owed, new RegExp(`${slept} .* ACTIVE +hibernated`));
    assert.match(await cloud.operate('restore', 'settle', '--all'), /Settled 2 servers/);
    await cloud.rests(slept, 'HIBERNATED');
    // As after any deletion: readable, and in no list.
    await cloud.rests(ended, 'DELETED');
    const listed = await cloud.send({ path: '/servers' }, { data: z.array(z.object({ id: z.string() })) });
    assert.deepEqual(listed.map(({ id }) => id).toSorted(), [known, slept].toSorted());
    const another = await cloud.rests(await cloud.deploy('another'), 'ACTIVE');
    assert.ok(another.ipv4 !== first.ipv4 && another.ipv4 !== off.ipv4);

    const preview = await cloud.operate('orphan', 'adopt', '--all', '--charge', 'start', '--preview');
    assert.match(preview, /Nothing has been written\. Without --preview, 3 servers would be adopted/);
    assert.match(await cloud.operate('orphan', 'adopt', '--all', '--charge', 'start'), /Adopted 3 servers and charged \d/);

    const again = await cloud.rests(running, 'ACTIVE');
    assert.deepEqual([again.ipv4, again.ipv6], [first.ipv4, first.ipv6]);
    assert.equal(await cloud.ssh(ip, 'cat file'), 'mine');
    const Rules = z.array(z.object({ port: z.unknown() }));
    assert.equal((await cloud.send({ path: `/servers/${running}/firewall` }, { data: Rules })).length, 2);
    assert.deepEqual((await cloud.rests(stopped, 'STOPPED')).ipv4, off.ipv4);
    await cloud.act(stopped, 'start');
    await cloud.rests(stopped, 'ACTIVE');
    await cloud.act(asleep, 'hibernate-restore');
    assert.equal(await cloud.ssh((await cloud.rests(asleep, 'ACTIVE')).ipv4 ?? '', 'cat file'), 'slept');
    await cloud.operate('ledger', 'verify');
    for (const id of [known, slept, running, stopped, asleep, another.id])
      await cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.unknown() });
    await cloud.nothingIsLeft();
    await cloud.operate('ledger', 'verify');
  });
});
