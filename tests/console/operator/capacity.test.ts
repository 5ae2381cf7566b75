import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { until } from '../../testing/boreal-process.ts';
import { deploy, untilActive } from '../../testing/boreal-process-client.ts';
import { assertAccessible, assertFits } from '../../testing/browser.ts';
import { button, dialog, done, inDialog, title } from '../../testing/console-page.ts';
import { operatedBoreal } from '../../testing/operated-boreal.ts';

const Hosted = z.object({ data: z.array(z.looseObject({ gpus: z.array(z.looseObject({ slot: z.number() })) })) });

// A machine’s start becomes a second; a host is drained within a server’s hour all the same.
const stage = operatedBoreal({ BOREAL_TIME_SCALE: '60' });
const { ask } = stage;

test('drains a host from the picture of its GPUs: nothing more is placed there, and what runs moves to another', async () => {
  const { page } = stage.operator;
  const serverId = await deploy(stage.boreal, stage.customer.restKey, {
    productId: 'l4-x1',
    sshKeyId: stage.sshKeyId,
    name: 'on-a-card',
  });
  await page.goto('/operator/capacity');
  const slot = page.getByRole('link', { name: /on-a-card/ });
  await slot.waitFor();
  await assertAccessible(page);
  const host = page.getByRole('group', { name: 'Actions for l4-01' });
  await host.getByRole('button', { name: 'Drain' }).click();
  await dialog(page).getByText('The one server on it will be moved to other hosts of the pool').waitFor();
  await assertAccessible(page);
  await inDialog(page, 'Drain').click();
  await done(page, 'l4-01: Draining.');
  await host.getByRole('button', { name: 'Accept again' }).waitFor();
  const other = await deploy(stage.boreal, stage.customer.restKey, {
    productId: 'l4-x1',
    sshKeyId: stage.sshKeyId,
    name: 'elsewhere',
  });
  const Hosts = z.array(z.object({ name: z.string(), servers: z.array(z.object({ id: z.string() })) }));
  const hostsOf = async (id: string) =>
    Hosts.parse(await ask(stage.operator, 'GET', '/operator/hosts')).flatMap(({ name, servers }) =>
      servers.some((server) => server.id === id) ? name : [],
    );
  // It moves once it runs, which takes the longer the busier this machine is.
  const moved = await until(
    'the server is on another host',
    240_000,
    () => hostsOf(serverId),
    (names) => !names.includes('l4-01'),
  );
  assert.equal(moved.length, 1);
  assert.notDeepEqual(await hostsOf(other), ['l4-01']);
  await slot.click();
  await title(page, 'on-a-card');
  await page.getByText('Deployment accepted').waitFor();
  await assertAccessible(page);
});

test('shows a thousand GPUs of a hundred hosts on one screen, and each host where it is pressed', async () => {
  const { page } = stage.operator;
  await page.route('**/api/console/operator/hosts', async (route) => {
    const { data } = Hosted.parse(await (await route.fetch()).json());
    const [first] = data;
    assert.ok(first);
    const [gpu] = first.gpus;
    const hosts = Array.from({ length: 100 }, (_, n) => ({
      ...first,
      id: `host_${n}`,
      name: `rack-${String(n).padStart(3, '0')}`,
      state: n === 7 ? 'draining' : 'accepting',
      gpus: Array.from({ length: 10 }, (__, slot) => ({
        ...gpu,
        slot,
        state: 'ok',
        serverId: null,
        leavingServerId: null,
        orphanId: null,
      })),
      used: 0,
      setAside: 0,
      servers: [],
    }));
    await route.fulfill({ json: { data: hosts } });
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/operator/capacity');
  const map = page.getByRole('list', { name: /^Hosts of / });
  await map.getByRole('button').nth(99).waitFor();
  const box = await map.boundingBox();
  assert.ok(box && box.height < 600, `a hundred hosts are one screen: ${JSON.stringify(box)}`);
  await assertAccessible(page);
  const draining = map.getByRole('button', { name: 'rack-007', exact: true });
  assert.match((await draining.getAttribute('title')) ?? '', /^0 of 10 GPUs in use · Draining$/);
  await draining.click();
  await page.getByRole('heading', { name: 'rack-007', exact: true }).waitFor();
  await page.getByRole('group', { name: 'Actions for rack-007' }).waitFor();
  await page.reload();
  await page.getByRole('group', { name: 'Actions for rack-007' }).waitFor();
  await map.getByRole('button', { name: 'rack-007', exact: true, expanded: true }).click();
  await page.getByRole('group', { name: 'Actions for rack-007' }).waitFor({ state: 'detached' });
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Details').click();
  await page.getByRole('group', { name: 'Actions for rack-099' }).waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.goto('/operator/capacity?view=map');
  await page.getByRole('list', { name: 'Hosts of l4', exact: true }).getByRole('button', { name: 'l4-08', exact: true }).click();
  await page.getByRole('group', { name: 'Actions for l4-08' }).waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  await assertFits(page);
  await assertAccessible(page);
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('sets a GPU aside with a reason, and takes it through all that can happen to it', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/capacity');
  const host = page.getByRole('group', { name: 'Actions for l4-08' });
  await host.getByRole('button', { name: 'Quarantine a GPU' }).click();
  await dialog(page).getByLabel('GPU', { exact: true }).selectOption('1');
  await button(page, 'Quarantine').click();
  await dialog(page).getByLabel('Reason').fill('Xid 79');
  await assertAccessible(page);
  await button(page, 'Quarantine').click();
  await done(page, 'GPU 1 of l4-08 is quarantined.');
  const aside = page.getByRole('list', { name: 'GPUs of l4-08 that are not sold' });
  await aside.getByText('Xid 79').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  const gpu = page.getByRole('group', { name: 'Actions for GPU 1 of l4-08' });
  await gpu.getByRole('button', { name: 'Release' }).click();
  await done(page, 'GPU 1 of l4-08 is back on sale.');
  await aside.waitFor({ state: 'detached' });

  await host.getByRole('button', { name: 'Quarantine a GPU' }).click();
  await dialog(page).getByLabel('Reason').fill('Too hot');
  await button(page, 'Quarantine').click();
  const first = page.getByRole('group', { name: 'Actions for GPU 0 of l4-08' });
  await first.getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByLabel('Reason').fill('Sent in for repair');
  await inDialog(page, 'Remove').click();
  await done(page, 'GPU 0 of l4-08 was removed.');
  await aside.getByText('Sent in for repair').waitFor();
  await first.getByRole('button', { name: 'Replace' }).click();
  await inDialog(page, 'Replace').click();
  await done(page, 'GPU 0 of l4-08 was replaced.');
  // What is read anew moves the buttons from under the pointer.
  await aside.waitFor({ state: 'detached' });
  await host.getByRole('button', { name: 'Add GPUs' }).click();
  await dialog(page).getByLabel('Number of GPUs').fill('2');
  await inDialog(page, 'Add').click();
  await done(page, 'l4-08 has 2 more GPUs.');
  await host.getByRole('button', { name: 'Mark offline' }).click();
  await inDialog(page, 'Mark offline').click();
  await host.getByRole('button', { name: 'Remove host' }).click();
  await inDialog(page, 'Remove host').click();
  await done(page, 'l4-08 was removed.');
  await page.getByRole('heading', { name: 'l4-08', exact: true }).waitFor({ state: 'detached' });
});

test('adds GPUs of another pool to a host: it is shown with both, and sells both', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/capacity');
  const host = page.getByRole('group', { name: 'Actions for l4-07' });
  await host.getByRole('button', { name: 'Add GPUs' }).click();
  await dialog(page).getByLabel('Pool').selectOption({ label: 'l40s (l40s)' });
  await dialog(page).getByLabel('Number of GPUs').fill('2');
  await assertAccessible(page);
  await inDialog(page, 'Add').click();
  await done(page, 'l4-07 has 2 more GPUs.');
  await page.getByText('It also has GPUs of l40s.').waitFor();
  await page.getByText('See its cores, memory and disks, and manage it, under l4.').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await deploy(stage.boreal, stage.customer.restKey, { productId: 'l40s-x2', sshKeyId: stage.sshKeyId, name: 'on-l40s' });
  await page
    .getByRole('link', { name: /on-l40s/ })
    .nth(1)
    .waitFor();
});

test('adds a pool and a host of it, without the command line, and they sell at once', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/capacity');
  await button(page, 'Add a pool').click();
  await inDialog(page, 'Add').click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).and(page.locator('[aria-invalid=true]')).waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await dialog(page).getByLabel('Name').fill('annex');
  await dialog(page).getByLabel('GPU model').selectOption('L4');
  await inDialog(page, 'Add').click();
  await done(page, 'The pool annex was added. Add hosts to it next.');

  const add = button(page, 'Add a host to annex');
  await add.click();
  await dialog(page).getByLabel('Host').fill('l4-annex');
  await dialog(page).getByLabel('Number of GPUs').fill('65');
  await inDialog(page, 'Add').click();
  await dialog(page).getByText('Enter how many GPUs there are, from 1 to 64.').waitFor();
  await assertAccessible(page);
  await dialog(page).getByLabel('Number of GPUs').fill('2');
  await inDialog(page, 'Add').click();
  await done(page, 'l4-annex was added and takes servers now.');
  await page.getByRole('group', { name: 'Actions for l4-annex' }).waitFor();
  await page.getByText('l4 · canada-montreal · simulated · 0 of 2 GPUs in use').waitFor();

  await add.click();
  await dialog(page).getByLabel('Host').fill('l4-annex');
  await inDialog(page, 'Add').click();
  await dialog(page).getByText('A host named l4-annex already exists.').waitFor();
  await inDialog(page, 'Cancel').click();
});

test('renames a pool, and removes it with a reason once it is empty', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/capacity');
  const openActions = async (pool: string) => {
    const actions = button(page, `Actions for the pool ${pool}`);
    // A menu that floats closes when the page scrolls: that comes first.
    await actions.scrollIntoViewIfNeeded();
    await actions.click();
  };
  await openActions('l4');
  const barred = page.getByRole('menuitem', { name: 'Remove pool' });
  assert.equal(await barred.getAttribute('aria-disabled'), 'true');
  await page.getByText(/^It has \d+ hosts\. Remove them first\.$/).waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');

  await button(page, 'Add a pool').click();
  await dialog(page).getByLabel('Name').fill('mistaken');
  await inDialog(page, 'Add').click();
  await done(page, 'The pool mistaken was added. Add hosts to it next.');
  await openActions('mistaken');
  await page.getByRole('menuitem', { name: 'Rename pool' }).click();
  await dialog(page).getByLabel('Name').fill('l4');
  await inDialog(page, 'Rename pool').click();
  await dialog(page).getByText('A pool named l4 already exists.').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await dialog(page).getByLabel('Name').fill('short-lived');
  await inDialog(page, 'Rename pool').click();
  await done(page, 'The pool mistaken is now called short-lived.');
  await openActions('short-lived');
  await page.getByRole('menuitem', { name: 'Remove pool' }).click();
  await inDialog(page, 'Remove pool').click();
  await dialog(page).getByLabel('Reason').and(page.locator('[aria-invalid=true]')).waitFor();
  await dialog(page).getByLabel('Reason').fill('Made by mistake');
  await assertAccessible(page);
  await inDialog(page, 'Remove pool').click();
  await done(page, 'The pool short-lived was removed.');
  await page.getByRole('heading', { name: 'short-lived' }).waitFor({ state: 'detached' });
  await page.goto('/operator/audit');
  await page.getByRole('row', { name: /Pool removed.*short-lived/ }).waitFor();
});

test('limits what is sold of a host, and its customers are told when a backup has no room', async () => {
  const { page } = stage.operator;
  const serverId = await deploy(stage.boreal, stage.customer.restKey, {
    productId: 'l4-x1',
    sshKeyId: stage.sshKeyId,
    name: 'backed-up',
  });
  const Hosts = z.array(z.object({ name: z.string(), servers: z.array(z.object({ id: z.string() })) }));
  const hosts = Hosts.parse(await ask(stage.operator, 'GET', '/operator/hosts'));
  const name = hosts.find(({ servers }) => servers.some(({ id }) => id === serverId))?.name ?? '';
  await page.goto('/operator/capacity');
  const host = page.getByRole('group', { name: `Actions for ${name}` });
  const room = page.getByRole('list', { name: `Cores, memory and disks of ${name}` });
  await host.getByRole('button', { name: 'Limits' }).click();
  const cores = dialog(page).getByRole('group', { name: 'Cores' });
  const disks = dialog(page).getByRole('group', { name: /system disks, work disks, backups/ });
  await cores.getByLabel('Overcommit factor').fill('0');
  await cores.getByLabel('Reserved for the host, cores').fill('1,5');
  await inDialog(page, 'Set the limits').click();
  await dialog(page).getByText('Enter a factor above zero').waitFor();
  await dialog(page).getByText('Enter how much to reserve, as a whole number').waitFor();
  await assertAccessible(page);
  await assertFits(page);
  await cores.getByLabel('Overcommit factor').fill('1,5');
  await cores.getByLabel('Reserved for the host, cores').fill('4');
  const reserve = disks.getByLabel('Reserved for the host, GB');
  const usual = await reserve.inputValue();
  await reserve.fill('9999999');
  await inDialog(page, 'Set the limits').click();
  await done(page, `The limits of ${name} were saved.`);
  // (64 found - 4 kept) × 1.5
  await room.getByText('of 90 cores').waitFor();

  await untilActive(stage.boreal, stage.customer.restKey, serverId);
  await stage.aurore.page.goto(`/console/servers/${serverId}`);
  await stage.aurore.page.getByRole('tab', { name: 'Backups' }).click();
  await button(stage.aurore.page, 'Turn on').click();
  await button(stage.aurore.page, 'Back up now').click();
  await done(stage.aurore.page, 'No room for another backup right now. Nothing was changed.');
  await assertAccessible(stage.aurore.page);

  await host.getByRole('button', { name: 'Limits' }).click();
  await reserve.fill(usual);
  await inDialog(page, 'Set the limits').click();
  await dialog(page).waitFor({ state: 'detached' });
  await button(stage.aurore.page, 'Back up now').click();
  await stage.aurore.page.getByText('No room for another backup right now.').waitFor({ state: 'detached' });
});

test('limits hibernated disks of all accounts and of one; a customer sees the limit before it refuses', async () => {
  const { page } = stage.operator;
  await page.goto('/operator/capacity');
  await page.getByText('Each account may keep as much as there is space for.').waitFor();
  await button(page, 'Set the limit').click();
  await dialog(page).getByLabel('Limit per account, GB').fill('5 x');
  await inDialog(page, 'Set the limit').click();
  await dialog(page).getByText('Enter a limit in whole GB, such as 5000, or nothing for no limit.').waitFor();
  await assertAccessible(page);
  await dialog(page).getByLabel('Limit per account, GB').fill('5 000');
  await inDialog(page, 'Set the limit').click();
  await page.getByText('Each account may keep up to 5,000 GB, unless it has a limit of its own.').waitFor();

  await page.goto(`/operator/accounts/${stage.customer.accountId}`);
  await page.getByText('of 5,000 GB').waitFor();
  await button(page, 'More actions for Aurore').click();
  await page.getByRole('menuitem', { name: 'Limit hibernated disks' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Same limit as all accounts' }).uncheck();
  await dialog(page).getByLabel('Custom limit, GB').fill('300');
  await assertAccessible(page);
  await inDialog(page, 'Limit hibernated disks').click();
  await done(page, 'The limit was saved.');
  await page.getByText('of 300 GB').waitFor();
  await assertAccessible(page);
  await assertFits(page);

  const serverId = await deploy(stage.boreal, stage.customer.restKey, {
    productId: 'l4-x1',
    sshKeyId: stage.sshKeyId,
    name: 'cannot-sleep',
  });
  await untilActive(stage.boreal, stage.customer.restKey, serverId);
  await stage.aurore.page.goto(`/console/servers/${serverId}`);
  await button(stage.aurore.page, 'Hibernate').click();
  await dialog(stage.aurore.page).getByText('Hibernated servers use 0 of 300 GB. This one adds 350 GB.').waitFor();
  await assertAccessible(stage.aurore.page);
  await inDialog(stage.aurore.page, 'Hibernate').click();
  await dialog(stage.aurore.page).getByText('Hibernated servers of an account keep at most 300 GB of disks.').waitFor();
  await stage.aurore.page.goto('/console/billing/budget');
  await stage.aurore.page.getByText('Hibernated servers use 0 of 300 GB').waitFor();
  await assertAccessible(stage.aurore.page);
  await assertFits(stage.aurore.page);

  await button(page, 'More actions for Aurore').click();
  await page.getByRole('menuitem', { name: 'Limit hibernated disks' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Same limit as all accounts' }).check();
  await inDialog(page, 'Limit hibernated disks').click();
  await page.getByText('of 5,000 GB').waitFor();
  await stage.aurore.page.goto(`/console/servers/${serverId}`);
  await button(stage.aurore.page, 'Hibernate').click();
  await dialog(stage.aurore.page).getByText('Hibernated servers use 0 of 5,000 GB.').waitFor();
  await inDialog(stage.aurore.page, 'Hibernate').click();
  await stage.aurore.page.getByRole('status').getByText('Hibernated', { exact: true }).first().waitFor();
  await stage.aurore.page.goto('/console/billing/budget');
  await stage.aurore.page.getByText('Hibernated servers use 350 of 5,000 GB').waitFor();
});

test('nothing went wrong in the pages', () => {
  assert.deepEqual(stage.operator.problems, []);
});
