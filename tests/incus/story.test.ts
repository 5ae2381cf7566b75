import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { whyNoLab } from '../../dev/incus/lab.ts';
import { isBusy } from '../../server/src/engines/incus/client/incus-errors.ts';
import { until } from '../testing/boreal-process.ts';
import { RESTS_WITHIN_MS, startIncusCloud, type IncusCloud } from '../testing/incus-cloud.ts';

const why = await whyNoLab();
const options = why === null ? {} : { skip: why };

const Started = z.object({ id: z.string() });
const Rule = z.object({ id: z.int(), status: z.string() });

/** A second, and what a busy test computer takes to ask. */
const EFFECTIVE_WITHIN_MS = 10_000;

describe('a server on a real machine', options, () => {
  let cloud: IncusCloud;
  before(async () => {
    cloud = await startIncusCloud();
  });
  after(() => cloud.close());

  test('lives its whole life: SSH, ports, backup, hibernation, restoration, its end', async () => {
    const id = await cloud.deploy('story');
    const first = await cloud.rests(id, 'ACTIVE');
    const ip = first.ipv4 ?? '';
    const ip6 = first.ipv6 ?? '';
    assert.match(ip, /^10\.77\./);
    assert.match(ip6, /^fd42:77::/);

    // The customer's key lets in, the plan's limits hold, and the work disk is there.
    assert.equal(await cloud.ssh(ip, 'whoami; hostname'), `guest\n${id.replace('_', '-')}`);
    assert.equal(await cloud.ssh(ip, "df -k / /work | awk 'NR > 1 { print ($2 <= 250 * 1024 * 1024 && $2 > 0) }' | sort -u"), '1');
    await cloud.ssh(ip, 'echo first >file; echo scratch >/work/scratch; sync');

    await opensAndCloses(id, ip, 'IPv4');
    await opensAndCloses(id, ip6, 'IPv6');

    // A backup holds what was there then, and not the work disk.
    const path = `/servers/${id}/backups`;
    await cloud.send({ method: 'PUT', path, json: { enabled: true } }, { data: z.object({}) });
    const backup = await cloud.send({ method: 'POST', path }, { data: Started });
    const Backups = z.object({ backups: z.array(z.object({ id: z.string(), status: z.string(), size: z.number().nullable() })) });
    const ready = await until(
      'the backup is ready',
      RESTS_WITHIN_MS,
      async () => (await cloud.send({ path }, { data: Backups })).backups[0],
      (seen) => seen?.status === 'ready',
    );
    assert.ok((ready?.size ?? 0) > 0);
    await cloud.rests(id, 'ACTIVE');
    await cloud.ssh(ip, 'echo second >file2; sync');

    await cloud.act(id, 'reboot');
    await cloud.rests(id, 'ACTIVE');
    assert.equal(await cloud.ssh(ip, 'cat file file2'), 'first\nsecond');
    await cloud.act(id, 'stop');
    assert.equal((await cloud.rests(id, 'STOPPED')).ipv4, ip);
    assert.equal(await cloud.reaches(ip, 22), false);
    await cloud.act(id, 'start');
    assert.equal((await cloud.rests(id, 'ACTIVE')).ipv4, ip);

    // Hibernation gives the addresses up; who wakes has others, and what it had.
    await cloud.act(id, 'hibernate');
    assert.deepEqual([(await cloud.rests(id, 'HIBERNATED')).ipv4, (await cloud.server(id)).ipv6], [null, null]);
    const other = await cloud.deploy('another');
    await cloud.act(id, 'hibernate-restore');
    const woken = await cloud.rests(id, 'ACTIVE');
    assert.notEqual(woken.ipv4, ip);
    assert.notEqual(woken.ipv6, ip6);
    assert.equal(await cloud.ssh(woken.ipv4 ?? '', 'cat file file2 /work/scratch'), 'first\nsecond\nscratch');
    assert.notEqual((await cloud.rests(other, 'ACTIVE')).ipv4, woken.ipv4);

    // A backup becomes a server of its own, with addresses and host keys of its own, and the first file only.
    const restored = await cloud.send({ method: 'POST', path: `${path}/${backup.id}/restore`, json: {} }, { data: Started });
    const copy = await cloud.rests(restored.id, 'ACTIVE');
    assert.equal(
      await cloud.ssh(copy.ipv4 ?? '', 'cat file; ls file2 /work 2>/dev/null; hostname'),
      `first\n/work:\n${restored.id.replace('_', '-')}`,
    );
    assert.notEqual(await cloud.hostKey(copy.ipv4 ?? ''), await cloud.hostKey(woken.ipv4 ?? ''));

    for (const server of [id, other, restored.id])
      await cloud.send({ method: 'DELETE', path: `/servers/${server}` }, { data: z.object({}) });
    await cloud.nothingIsLeft();
    assert.match(await cloud.operate('ledger', 'verify'), /\S/);
  });

  test('is seen to be off as soon as its guest powers itself off', async () => {
    const id = await cloud.deploy('self-off');
    await cloud.rests(id, 'ACTIVE');
    // Incus refuses while it writes a mark of Boreal's; a guest that powers itself off asks nobody.
    await until('Incus is free to power it off', EFFECTIVE_WITHIN_MS, () => poweredOff(id));
    await cloud.rests(id, 'STOPPED');
    await cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: z.object({}) });
  });

  /** Cuts the power behind Boreal's back; false while Incus is at something else with the machine. */
  async function poweredOff(id: string): Promise<boolean> {
    const path = `/1.0/instances/${id.replace('_', '-')}/state`;
    try {
      await cloud.client.change(
        { method: 'PUT', path, body: { action: 'stop', force: true } },
        { ms: 20_000, signal: AbortSignal.timeout(30_000) },
      );
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  }

  /** A port is closed, is open once its rule is there, and closed again without it. */
  async function opensAndCloses(id: string, ip: string, ethertype: 'IPv4' | 'IPv6'): Promise<void> {
    const port = ethertype === 'IPv4' ? 8080 : 8081;
    await cloud.ssh((await cloud.server(id)).ipv4 ?? '', `httpd -p ${port} -h /tmp`);
    assert.equal(await cloud.reaches(ip, port), false);
    const path = `/servers/${id}/firewall`;
    const json = { direction: 'ingress', protocol: 'tcp', ethertype, portRangeMin: port };
    const rule = await cloud.send({ method: 'POST', path, json }, { status: 201, data: Rule });
    await until(`port ${port} of ${ip} is open`, EFFECTIVE_WITHIN_MS, () => cloud.reaches(ip, port));
    assert.equal(await cloud.reaches(ip, port + 10), false);
    await cloud.send({ method: 'DELETE', path, json: { ruleId: rule.id } }, { data: z.object({}) });
    await until(`port ${port} of ${ip} is closed`, EFFECTIVE_WITHIN_MS, async () => !(await cloud.reaches(ip, port)));
  }
});
