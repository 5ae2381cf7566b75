import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { startCloudDouble } from '../../../server/src/engines/openstack/testing/cloud-double.ts';
import { PROBES_FROM } from '../../../server/src/engines/openstack/testing/double-guests.ts';
import { operator } from '../../testing/boreal-process-command.ts';
import { assertAccessible, assertFits } from '../../testing/browser.ts';
import { button, dialog, done, inDialog } from '../../testing/console-page.ts';
import { guideCommands } from '../../testing/guide-commands.ts';
import { signInOf } from '../../testing/openstack-projects.ts';
import { operatedBoreal } from '../../testing/operated-boreal.ts';

const OPERATOR = 'npm run operator -- ';
const double = await startCloudDouble();
after(() => double.close());
const { name, password, project, domain } = double.users.demo;
const engines = {
  BOREAL_ENGINES: 'simulated,cloud=openstack',
  ...signInOf('CLOUD', double.authUrl, { name, password, project: project.name, domain }),
  CLOUD_OPENSTACK_NETWORK: 'priv',
  CLOUD_OPENSTACK_FLOATING_NETWORK: 'public',
  CLOUD_OPENSTACK_PROBE_PROXY: double.probeProxy,
  CLOUD_OPENSTACK_PROBE_FROM: PROBES_FROM,
  CLOUD_OPENSTACK_SYSTEM_DISK: 'flavor,volume',
  CLOUD_OPENSTACK_WORK_DISK: 'volume,ephemeral',
};
const stage = operatedBoreal(engines);
const Pools = z.array(z.object({ name: z.string(), systemDisk: z.string().nullable(), workDisk: z.string().nullable() }));
const disksOf = async (pool: string) => {
  const found = Pools.parse(await stage.ask(stage.operator, 'GET', '/operator/pools')).find((one) => one.name === pool);
  return [found?.systemDisk, found?.workDisk];
};

test('a pool of an engine that offers a choice says what its servers’ disks are, and says otherwise later', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/capacity');
  await button(page, 'Add a pool').click();
  await dialog(page).getByLabel('Name').fill('cloud-l4');
  // The simulated engine leaves no choice.
  assert.equal(await dialog(page).getByLabel('System disk of its servers').count(), 0);
  await dialog(page).getByLabel('Engine').selectOption('cloud');
  await dialog(page).getByLabel('Work disk of its servers').selectOption({ label: 'The flavor’s ephemeral disk' });
  await assertAccessible(page);
  await assertFits(page);
  await inDialog(page, 'Add').click();
  await done(page, 'The pool cloud-l4 was added. Add hosts to it next.');
  assert.deepEqual(await disksOf('cloud-l4'), [null, 'ephemeral']);

  const actions = button(page, 'Actions for the pool cloud-l4');
  await actions.scrollIntoViewIfNeeded();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Choose disks' }).click();
  await dialog(page).getByLabel('System disk of its servers').selectOption({ label: 'A volume (Cinder)' });
  await dialog(page).getByLabel('Work disk of its servers').selectOption({ label: 'Engine default: a volume (Cinder)' });
  await assertAccessible(page);
  await assertFits(page);
  await inDialog(page, 'Choose disks').click();
  await done(page, 'New servers of cloud-l4 get these disks.');
  assert.deepEqual(await disksOf('cloud-l4'), ['volume', null]);
  await page.goto('/operator/audit');
  await page.getByRole('row', { name: /Pool disks changed.*cloud-l4/ }).waitFor();
});

test('the guide’s commands do the same', async () => {
  const commands = (await guideCommands('operators-guide-openstack.md', 'Disks')).map(({ text }) => text);
  const typed = commands.flatMap((text) => (text.startsWith(OPERATOR) ? [text.slice(OPERATOR.length).split(' ')] : []));
  assert.deepEqual(
    commands.filter((text) => !text.startsWith(OPERATOR)),
    // What this Boreal was started with, under the engine's name.
    ['OPENSTACK_SYSTEM_DISK=flavor,volume', 'OPENSTACK_WORK_DISK=volume,ephemeral'],
  );
  const [add = [], change = []] = typed;
  // The guide's Boreal has one engine.
  const ended = await operator({ ...engines, BOREAL_DATA_DIR: stage.home.dataDir }, ...add, '--engine', 'cloud');
  assert.equal(ended.code, 0, ended.stderr);
  assert.deepEqual(await disksOf('cheap-l4'), ['flavor', 'ephemeral']);
  const changed = await operator({ ...engines, BOREAL_DATA_DIR: stage.home.dataDir }, ...change);
  assert.equal(changed.code, 0, changed.stderr);
  assert.deepEqual(await disksOf('cheap-l4'), ['flavor', null]);
});

test('nothing went wrong in the pages', () => {
  assert.deepEqual(stage.operator.problems, []);
});
