import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { PROMPT } from '../../server/src/engines/conformance-console.ts';
import { until } from './boreal-process.ts';
import type { OpenstackCloud } from './openstack-cloud.ts';
import { openTerminal } from './opened-terminal.ts';

const Started = z.object({ id: z.string() });
const Backups = z.object({ backups: z.array(z.object({ status: z.string() })) });

/** Servers on an OpenStack, as customers have them: on the double, and on a real one. */
export function openstackStory(name: string, start: () => Promise<OpenstackCloud>, { timeoutMs = 300_000 } = {}): void {
  describe(`servers on ${name}, of somebody else’s and of our own, sold by one Boreal`, { timeout: 5 * timeoutMs }, () => {
    let cloud: OpenstackCloud;
    before(async () => {
      cloud = await start();
    });
    after(() => cloud.close());

    test('lives its whole life: a floating address, backup, hibernation, restoration, its end', { timeout: timeoutMs }, async () => {
      const { disk, restsWithinMs } = cloud.sold;
      const id = await cloud.deploy('l4-x1');
      const first = await cloud.rests(id, 'ACTIVE');
      const { ipv4 } = first;
      assert.ok(ipv4);
      assert.equal(await cloud.answers(ipv4), true);
      await disk.write(first, 'first');

      const path = `/servers/${id}/backups`;
      await cloud.send({ method: 'PUT', path, json: { enabled: true } }, { data: z.object({}) });
      const backup = await cloud.send({ method: 'POST', path }, { data: Started });
      const isReady = async () => (await cloud.send({ path }, { data: Backups })).backups[0]?.status === 'ready';
      await until('the backup is ready', restsWithinMs, isReady);
      await disk.write(await cloud.rests(id, 'ACTIVE'), 'second');

      await cloud.act(id, 'reboot');
      assert.equal((await cloud.rests(id, 'ACTIVE')).ipv4, ipv4);
      await cloud.act(id, 'stop');
      assert.equal((await cloud.rests(id, 'STOPPED')).ipv4, ipv4);
      assert.equal(await cloud.answers(ipv4), false);
      await cloud.act(id, 'start');
      assert.equal((await cloud.rests(id, 'ACTIVE')).ipv4, ipv4);

      await cloud.act(id, 'hibernate');
      assert.equal((await cloud.rests(id, 'HIBERNATED')).ipv4, null);
      await cloud.act(id, 'hibernate-restore');
      const woken = await cloud.rests(id, 'ACTIVE');
      assert.notEqual(woken.ipv4, ipv4);
      assert.equal(await cloud.answers(woken.ipv4 ?? ''), true);
      assert.equal(await disk.read(woken), 'second');

      const restored = await cloud.send({ method: 'POST', path: `${path}/${backup.id}/restore`, json: {} }, { data: Started });
      const other = await cloud.rests(restored.id, 'ACTIVE');
      assert.notEqual(other.ipv4, woken.ipv4);
      assert.equal(await disk.read(other), 'first');

      for (const one of [id, restored.id]) await cloud.remove(one);
      await cloud.nothingIsLeft();
      assert.match(await cloud.operate('ledger', 'verify'), /\S/);
    });

    test('has a terminal in the browser, and nobody is told where the cloud’s own is', { timeout: timeoutMs }, async () => {
      const id = await cloud.deploy('l4-x1');
      await cloud.rests(id, 'ACTIVE');
      const [{ mcpKey }] = (await cloud.home.demo()).customers;
      const terminal = await openTerminal(cloud.boreal, { mcpKey, serverId: id });
      terminal.type('\r');
      await terminal.shows(PROMPT);
      terminal.type('echo still $((40 + 2))\r');
      await terminal.shows(/\nstill (42|\$\(\(40 \+ 2\)\))\r?\n/);
      const next = await openTerminal(cloud.boreal, { mcpKey, serverId: id });
      next.type('\r');
      const shown = await next.shows(PROMPT);
      assert.doesNotMatch([shown, ...terminal.told, ...next.told].join('\n'), /[?&]token=|:6083|16083/);
      next.close();
      await cloud.remove(id);
      await cloud.nothingIsLeft();
    });

    test('what the cloud has no room for is refunded, and nothing of it is left', { timeout: timeoutMs }, async () => {
      const paid = await cloud.balance();
      const id = await cloud.sold.withoutRoom(async () => {
        const refused = await cloud.deploy('l4-x1');
        await cloud.rests(refused, 'ERROR');
        return refused;
      });
      await cloud.remove(id);
      await cloud.nothingIsLeft();
      assert.equal(await cloud.balance(), paid);
    });

    test(
      'sixteen GPUs of two hosts are sold and never a seventeenth, and a host that is drained gives up who is off',
      { timeout: timeoutMs },
      async () => {
        const { gpusOf, machinesOf, restsWithinMs } = cloud.sold;
        const eight = await cloud.deploy('h100-sxm-x8');
        const fours = [await cloud.deploy('h100-sxm-x4'), await cloud.deploy('h100-sxm-x4')];
        for (const id of [eight, ...fours]) await cloud.rests(id, 'ACTIVE');
        const [first = ''] = await gpusOf(eight);
        const second = first === 'gpu1' ? 'gpu2' : 'gpu1';
        const all = (host: string) => Array.from({ length: 8 }, () => host);
        assert.deepEqual(await gpusOf(eight), all(first));
        assert.deepEqual((await Promise.all(fours.map(gpusOf))).flat(), all(second));
        await cloud.isSoldOut('h100-sxm-x1');

        for (const id of fours) await cloud.remove(id);
        await cloud.act(eight, 'stop');
        await cloud.rests(eight, 'STOPPED');
        await until('the other host is free', restsWithinMs, async () => (await Promise.all(fours.map(machinesOf))).every((n) => n === 0));
        await cloud.operate('host', 'drain', cloud.hostIds.get(first) ?? '');
        const moved = async () => (await gpusOf(eight)).join() === all(second).join();
        await until('it has moved', restsWithinMs, moved);
        await cloud.rests(eight, 'STOPPED');
        await cloud.act(eight, 'start');
        assert.ok((await cloud.rests(eight, 'ACTIVE')).ipv4);
        await cloud.remove(eight);
        await cloud.nothingIsLeft();
      },
    );
  });
}
