import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { z } from 'zod';
import { furnishNat } from '../../dev/incus/furnish.ts';
import { inside, whyNoLab } from '../../dev/incus/lab.ts';
import { until } from '../testing/boreal-process.ts';
import { startIncusCloud, type IncusCloud } from '../testing/incus-cloud.ts';

const why = await whyNoLab();
const options = why === null ? {} : { skip: why };

/** The host's address, at which the lab's outside reaches it, and from where that comes. */
const SHARED = '192.0.2.1';
const OUTSIDE = '192.0.2.2';

/** A second, and what a busy test computer takes to ask. */
const EFFECTIVE_WITHIN_MS = 10_000;
const Done = z.object({});

describe('servers of a real box with one public address', options, () => {
  let cloud: IncusCloud;
  before(async () => {
    cloud = await startIncusCloud();
    await furnishNat(cloud.client);
    await cloud.operate('address', 'share', SHARED, '--ports', '20000-20019');
  });
  after(() => cloud.close());

  const addRule = (id: string, rule: object) =>
    cloud.send(
      { method: 'POST', path: `/servers/${id}/firewall`, json: { direction: 'ingress', protocol: 'tcp', ...rule } },
      { status: 201, data: FirewallRule },
    );
  const removeRule = (id: string, ruleId: number) =>
    cloud.send({ method: 'DELETE', path: `/servers/${id}/firewall`, json: { ruleId } }, { data: Done });

  test('are logged in to by ports of their own, and reached by those that their rules open, for whom they open them', async () => {
    assert.match(await cloud.operate('engine', 'check'), /has all that it needs/);
    const [a, b] = [await cloud.deploy('a'), await cloud.deploy('b')];
    const servers = [await cloud.rests(a, 'ACTIVE'), await cloud.rests(b, 'ACTIVE')];
    const [sshA = 0, sshB = 0] = servers.map(({ ipv4, sshPort }) => {
      assert.equal(ipv4, SHARED);
      return sshPort ?? 0;
    });
    assert.notEqual(sshA, sshB);
    assert.equal(await cloud.ssh(SHARED, 'hostname', sshA), a.replace('_', '-'));
    assert.equal(await cloud.ssh(SHARED, 'hostname', sshB), b.replace('_', '-'));
    // The machine sees who calls, so that its rules can tell one from the other.
    const [from, , privateIp = ''] = (await cloud.ssh(SHARED, 'echo $SSH_CONNECTION', sshA)).split(' ');
    assert.equal(from, OUTSIDE);

    await cloud.ssh(SHARED, 'httpd -p 8080 -h /tmp', sshA);
    const rule = await addRule(a, { portRangeMin: 8080 });
    const [port = 0] = rule.forwarding?.ports.map(({ publicPort }) => publicPort) ?? [];
    await until('the port is open', EFFECTIVE_WITHIN_MS, () => cloud.reaches(SHARED, port));
    await removeRule(a, rule.id);
    await until('the port is closed', EFFECTIVE_WITHIN_MS, async () => !(await cloud.reaches(SHARED, port)));
    const ofOthers = await addRule(a, { portRangeMin: 8080, remoteIpPrefix: '198.51.100.0/24' });
    await until('its rule holds', EFFECTIVE_WITHIN_MS, async () => (await rulesOf(a)).every(({ status }) => status === 'active'));
    const [again = 0] = ofOthers.forwarding?.ports.map(({ publicPort }) => publicPort) ?? [];
    assert.equal(await cloud.reaches(SHARED, again), false);
    const ofThese = await addRule(a, { portRangeMin: 8080, remoteIpPrefix: `${OUTSIDE}/32` });
    assert.deepEqual(ofThese.forwarding, ofOthers.forwarding);
    await until('it is open for whom it names', EFFECTIVE_WITHIN_MS, () => cloud.reaches(SHARED, again));

    // A neighbour, whom the rule does not name, comes in by neither address.
    const tries = [`${SHARED} ${again}`, `${privateIp} 8080`];
    for (const at of tries) assert.equal(await cloud.ssh(SHARED, `nc -w 2 ${at} </dev/null >/dev/null 2>&1; echo $?`, sshB), '1', at);

    await cloud.act(a, 'reboot');
    assert.equal((await cloud.rests(a, 'ACTIVE')).sshPort, sshA);
    assert.equal(await cloud.ssh(SHARED, 'hostname', sshA), a.replace('_', '-'));
    await cloud.act(a, 'stop');
    await cloud.rests(a, 'STOPPED');
    assert.equal(await cloud.reaches(SHARED, sshA), false);
    await cloud.act(a, 'hibernate');
    assert.equal((await cloud.rests(a, 'HIBERNATED')).sshPort, null);
    await cloud.act(a, 'hibernate-restore');
    const { sshPort: woken } = await cloud.rests(a, 'ACTIVE');
    assert.ok(woken !== null && woken !== sshA && woken !== sshB);
    assert.equal(await cloud.ssh(SHARED, 'hostname', woken), a.replace('_', '-'));

    for (const id of [a, b]) await cloud.send({ method: 'DELETE', path: `/servers/${id}` }, { data: Done });
    await cloud.nothingIsLeft();
    assert.doesNotMatch(inside(cloud.lab, ['nft', 'list', 'ruleset']), /dnat/);
    await until('no port is held', EFFECTIVE_WITHIN_MS, async () => /20000-20019 +0 +0 +20\n/.test(await cloud.operate('address', 'list')));
  });

  async function rulesOf(id: string): Promise<readonly FirewallRule[]> {
    return cloud.send({ path: `/servers/${id}/firewall` }, { data: z.array(FirewallRule) });
  }
});
