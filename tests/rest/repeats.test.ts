import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Backups } from '@boreal/contract/servers/backups.ts';
import { ServerCreated } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { creditAccount } from '../../server/src/core/commerce/credit-by-hand/credit-account.ts';
import { createBackup } from '../../server/src/core/fleet/lifecycle/backup/create-backup.ts';
import { deleteBackup } from '../../server/src/core/fleet/backups/delete-backup.ts';
import { setBackupOption } from '../../server/src/core/fleet/backups/set-backup-option.ts';
import { addMs, DAY_MS } from '../../server/src/kit/clock.ts';
import type { CheckedAnswer } from '../testing/api-document.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { read, restClient } from '../testing/rest-client.ts';
import { refusal, succeeded } from '../testing/walk-requests.ts';
import { freshPublicKey, save } from '../testing/walk-world.ts';

const List = z.array(z.object({ id: z.union([z.string(), z.number()]) }));

const rest = await openRestCloud({ hosts: { l4: [32] } });
const { cloud } = rest;
const member = await rest.member('1000');
const alice = restClient(rest, member);
const server = await member.deploy('l4-x1');
const spare = await member.deploy('l4-x1');
await cloud.settle();
const saved = await save(member, spare);
await setBackupOption(member.ctx, { serverId: server, enabled: true });
await cloud.settle();
after(() => rest.close());

interface Post {
  readonly path: string;
  /** The body of a request that succeeds; none where the operation takes none. */
  readonly body: () => object | undefined;
  /** What makes it another request. */
  readonly other: { readonly path?: string; readonly body?: object };
  /** How many of what it makes there are. */
  readonly left: () => Promise<number>;
  /** Makes room for one more. */
  readonly makeRoom?: () => Promise<void>;
  /** Sends a request that is refused now, and is not the next time where it is the same; one with a wrong body unless said otherwise. */
  readonly refused?: (send: () => Promise<CheckedAnswer>) => Promise<CheckedAnswer>;
}

/** Each POST, with what it leaves behind. */
const posts: Record<string, Post> = {
  'a deployment': {
    path: '/servers',
    body: () => ({ productId: 'l4-x1', sshKeyId: member.sshKeyId }),
    other: { body: { name: 'other' } },
    left: servers,
  },
  'an action': {
    path: `/servers/${server}/actions`,
    body: () => ({ action: 'reboot' }),
    other: { body: { action: 'stop' } },
    left: () => events('server.reboot_requested'),
  },
  'a firewall rule': {
    path: `/servers/${server}/firewall`,
    body: () => ({ direction: 'egress', protocol: 'udp', portRangeMin: rules() }),
    other: { body: { protocol: 'tcp' } },
    left: async () => read(await alice.get(`/servers/${server}/firewall`), List).length,
  },
  'an SSH key': {
    path: '/settings/ssh-keys',
    body: () => ({ name: 'laptop', publicKey: freshPublicKey() }),
    other: { body: { name: 'other' } },
    left: async () => read(await alice.get('/settings/ssh-keys'), List).length,
  },
  'a backup': {
    path: `/servers/${server}/backups`,
    body: () => undefined,
    other: { path: `/servers/${spare}/backups` },
    left: () => events('backup.started'),
    makeRoom: async () => {
      const { backups } = read(await alice.get(`/servers/${server}/backups`), Backups);
      const ready = backups.filter(({ status }) => status === 'ready');
      for (const { id: backupId } of ready) await deleteBackup(member.ctx, { serverId: server, backupId });
    },
    refused: async (send) => {
      await createBackup(member.ctx, { serverId: server });
      const answer = await send();
      await cloud.settle();
      return answer;
    },
  },
  'a restored server': {
    path: `/servers/${spare}/backups/${saved.backupId}/restore`,
    body: () => ({ name: 'restored', expectedHourlyRateCad: 1.09 }),
    other: { body: { name: 'other' } },
    left: servers,
  },
};
async function servers(): Promise<number> {
  return read(await alice.get('/servers'), List).length;
}
async function events(type: string): Promise<number> {
  const all = read(await alice.get(`/servers/${server}/events`), z.array(z.object({ type: z.string() })));
  return all.filter((event) => event.type === type).length;
}
let lastRule = 0;
const rules = () => (lastRule += 1);

test('an Idempotency-Key is taken by every POST of the document', () => {
  const pattern = (path: string) => path.replaceAll(/\{\w+\}|(srv|bkp)_\w+/g, '{}');
  const documented = rest.document.operations.filter(({ method }) => method === 'POST').map(({ path }) => pattern(path));
  const tried = Object.values(posts).map(({ path }) => pattern(path));
  assert.deepEqual(documented.toSorted(), tried.toSorted());
});

for (const [what, { path, body, other, left, makeRoom = async () => {}, refused }] of Object.entries(posts)) {
  test(`an Idempotency-Key sent again with the same request, makes ${what} once and answers the first answer`, async () => {
    await makeRoom();
    const before = await left();
    const sent = body();
    const first = await alice.post(path, sent, { 'idempotency-key': `again ${path}` });
    succeeded(first, what);
    await cloud.settle();
    // The order of the fields says nothing.
    const same = sent && Object.fromEntries(Object.entries(sent).reverse());
    const second = await alice.post(path, same, { 'idempotency-key': `again ${path}` });
    assert.deepEqual([second.status, second.text, second.headers['idempotency-replayed']], [first.status, first.text, 'true']);
    const changed = other.body ? { ...sent, ...other.body } : sent;
    refusal(await alice.post(other.path ?? path, changed, { 'idempotency-key': `again ${path}` }), 409, 'IDEMPOTENCY_CONFLICT');
    assert.equal(await left(), before + 1);
  });

  test(`an Idempotency-Key sent thirty times at once, makes ${what} once`, async () => {
    await makeRoom();
    const before = await left();
    const sent = body();
    const answers = await Promise.all(Array.from({ length: 30 }, () => alice.post(path, sent, { 'idempotency-key': `at once ${path}` })));
    const good = answers.filter(({ status }) => status < 300);
    assert.ok(good.length > 0);
    assert.equal(new Set(good.map(({ text }) => text)).size, 1);
    assert.equal(good.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
    for (const answer of answers.filter(({ status }) => status >= 300)) refusal(answer, 409, 'IDEMPOTENCY_IN_PROGRESS');
    assert.equal(await left(), before + 1);
    await cloud.settle();
  });

  test(`an Idempotency-Key keeps no refusal of ${what}`, async () => {
    const key = { 'idempotency-key': `refused ${path}` };
    await makeRoom();
    const send = () => alice.post(path, body(), key);
    assert.equal((await (refused?.(send) ?? alice.post(path, { nonsense: 1 }, key))).status, 400);
    succeeded(await send(), what);
    await cloud.settle();
  });
}

test('after a 402, the same request with the same key goes through once it is paid', async () => {
  const penniless = await rest.member('0');
  const poor = restClient(rest, penniless);
  const deploy = () => poor.post('/servers', { productId: 'l4-x1', sshKeyId: penniless.sshKeyId }, { 'idempotency-key': 'pay' });
  refusal(await deploy(), 402, 'INSUFFICIENT_CREDITS');
  await creditAccount(cloud.ctx, { accountId: penniless.accountId, amountMicros: 2_180_000n, reason: 'paid', as: 'topup' });
  const { id } = read(await deploy(), ServerCreated);
  assert.equal(read(await deploy(), ServerCreated).id, id);
  assert.equal(await poor.balance(), 1.09);
});

test('an Idempotency-Key is of one account: another’s same key is another', async () => {
  const bob = await rest.member('10');
  const body = { name: 'same', publicKey: freshPublicKey() };
  const [a, b] = [
    await alice.post('/settings/ssh-keys', body, { 'idempotency-key': 'same' }),
    await restClient(rest, bob).post('/settings/ssh-keys', body, { 'idempotency-key': 'same' }),
  ];
  assert.deepEqual([a.status, b.status], [201, 201]);
  assert.notEqual(a.text, b.text);
});

test('an Idempotency-Key is of one operation and one resource', async () => {
  const key = { 'idempotency-key': 'one' };
  succeeded(await alice.post('/settings/ssh-keys', { name: 'one', publicKey: freshPublicKey() }, key), 'an SSH key');
  succeeded(await alice.post(`/servers/${server}/actions`, { action: 'reboot' }, key), 'an action');
  const second = await member.deploy('l4-x1');
  await cloud.settle();
  refusal(await alice.post(`/servers/${second}/actions`, { action: 'reboot' }, key), 409, 'IDEMPOTENCY_CONFLICT');
  refusal(await alice.post('/servers/srv_none/actions', { action: 'reboot' }, key), 404, 'NOT_FOUND');
});

test('an Idempotency-Key counts for 24 hours', async () => {
  const body = { productId: 'l4-x1', sshKeyId: member.sshKeyId };
  const deploy = async () => read(await alice.post('/servers', body, { 'idempotency-key': 'day' }), ServerCreated).id;
  const first = await deploy();
  const end = addMs(cloud.clock.now(), DAY_MS);
  cloud.clock.moveTo(addMs(end, -1));
  assert.equal(await deploy(), first);
  cloud.clock.moveTo(end);
  assert.notEqual(await deploy(), first);
});
