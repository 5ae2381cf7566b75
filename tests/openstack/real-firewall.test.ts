import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { z } from 'zod';
import { lab as furniture } from '../../dev/openstack/furnish.ts';
import { until } from '../testing/boreal-process.ts';
import { REAL_TIMEOUT_MS, startLabOpenstack, withoutLab } from '../testing/lab-openstack.ts';

const Rule = z.object({ id: z.number(), status: z.string() });
/** A second SSH server of the customer's own. */
const PORT = 2222;

if (withoutLab === false)
  describe('what a customer’s rules do to packets on a real OpenStack', { timeout: REAL_TIMEOUT_MS }, async () => {
    const { cloud, ssh } = await startLabOpenstack();
    after(() => cloud.close());

    test('a port is closed until it is opened, and what goes out is closed by the first rule that opens some of it', async () => {
      const id = await cloud.deploy('l4-x1');
      const { ipv4 } = await cloud.rests(id, 'ACTIVE');
      assert.ok(ipv4);
      const path = `/servers/${id}/firewall`;
      const add = async (json: object) => {
        const rule = await cloud.send({ method: 'POST', path, json }, { data: Rule, status: 201 });
        await until('the rule holds', 30_000, async () =>
          (await cloud.send({ path }, { data: z.array(Rule) })).some((one) => one.id === rule.id && one.status === 'active'),
        );
        return rule.id;
      };
      const isOpen = () =>
        ssh(ipv4, 'true', PORT).then(
          () => true,
          () => false,
        );
      const goesOut = async () => (await ssh(ipv4, `ping -c 1 -W 5 ${furniture.outside} >/dev/null 2>&1; echo $?`)) === '0';

      assert.equal(await ssh(ipv4, 'hostname'), id.replace('_', '-'));
      await ssh(ipv4, `dropbear -r /system/hostkey -p ${PORT}`);
      assert.equal(await isOpen(), false);
      const opened = await add({ direction: 'ingress', protocol: 'tcp', portRangeMin: PORT });
      await until('the port is open', 30_000, isOpen);
      await cloud.send({ method: 'DELETE', path, json: { ruleId: opened } }, { data: z.object({ ruleId: z.number() }) });
      await until('the port is closed again', 30_000, async () => !(await isOpen()));

      assert.equal(await goesOut(), true);
      await add({ direction: 'egress', protocol: 'tcp', portRangeMin: 443 });
      await until('nothing else goes out', 30_000, async () => !(await goesOut()));
      await add({ direction: 'egress', protocol: 'icmp' });
      await until('what is opened goes out', 30_000, goesOut);

      await cloud.remove(id);
      await cloud.nothingIsLeft();
    });
  });
else
  describe('what a customer’s rules do to packets on a real OpenStack', { skip: withoutLab }, () => test('let in and out what they say'));
