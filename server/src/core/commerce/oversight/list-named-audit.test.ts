import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createKey } from '../../ground/keys/create-key.ts';
import { revokeKey } from '../../ground/keys/revoke-key.ts';
import { changeMemberRole } from '../../ground/members/change-member-role.ts';
import { removeMember } from '../../ground/members/remove-member.ts';
import { listTransactionGroups } from '../../fleet/charges/list-transaction-groups.ts';
import { addHost } from '../../fleet/capacity/hosts/add-host.ts';
import { listPools } from '../../fleet/capacity/pools/list-pools.ts';
import { removeHost } from '../../fleet/capacity/hosts/remove-host.ts';
import { setHostState } from '../../fleet/capacity/hosts/set-host-state.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { deleteSshKey } from '../../ground/ssh-keys/delete-ssh-key.ts';
import { quarantineGpu } from '../../fleet/capacity/gpus/set-gpu-aside.ts';
import { listHosts } from '../../fleet/capacity/hosts/list-hosts.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { addPerson, type TestPerson } from '../../testing/people.ts';
import { listAllNamedAudit, listNamedAudit } from './list-named-audit.ts';

describe('the audit log names what it is about', () => {
  let cloud: Cloud;
  let customer: Customer;
  let stranger: Customer;
  let owner: TestPerson;
  before(async () => {
    cloud = await startCloud({ hosts: { l4: [2] } });
    customer = await cloud.customer('100');
    stranger = await cloud.customer('100');
    owner = await addPerson(cloud.ctx, { accountId: customer.ctx.accountId, role: 'owner' });
  });
  after(() => cloud.close());
  const namesOf = async (target: string) => (await listNamedAudit(owner.ctx, { target })).items.map(({ targetName }) => targetName);

  test('as it is called now, and, once it is gone, as it was', async () => {
    const serverId = await customer.deploy('l4-x1', { name: 'trainer' });
    assert.deepEqual([...new Set(await namesOf(serverId))], ['trainer']);
    await cloud.db.sql.updateTable('servers').set({ name: 'renamed' }).where('id', '=', serverId).execute();
    assert.deepEqual([...new Set(await namesOf(serverId))], ['renamed']);

    const keys = cloud.db.sql.selectFrom('sshKeys').select('name').where('id', '=', customer.sshKeyId);
    const { name } = await keys.executeTakeFirstOrThrow();
    await deleteSshKey(customer.ctx, { id: customer.sshKeyId });
    const [deleted] = (await listNamedAudit(owner.ctx, { target: customer.sshKeyId })).items;
    assert.partialDeepStrictEqual(deleted, { action: 'ssh_key.deleted', targetName: name });
  });

  test('and every line about a server, a key, a member or a host that is gone, not only the one of its end', async () => {
    const own = await cloud.customer('100');
    const { accountId } = own.ctx;
    const boss = await addPerson(cloud.ctx, { accountId, role: 'owner' });
    const serverId = await own.deploy('l4-x1', { name: 'short-lived' });
    await cloud.settle();
    await own.remove(serverId);
    await cloud.settle();
    const key = await createKey(own.ctx, { accountId, access: 'full', name: 'ci' });
    await revokeKey(own.ctx, { accountId, keyId: key.id });
    const member = await addPerson(cloud.ctx, { accountId, role: 'viewer' });
    await changeMemberRole(boss.ctx, { userId: member.id, role: 'developer' });
    await removeMember(boss.ctx, { userId: member.id });
    for (const [target, name] of [
      [serverId, 'short-lived'],
      [key.id, 'ci'],
      [member.id, member.email],
    ] as const) {
      const names = (await listNamedAudit(boss.ctx, { target })).items.map(({ targetName }) => targetName);
      assert.ok(names.length > 1, `${name} has lines`);
      assert.deepEqual([...new Set(names)], [name]);
    }
    const [pool] = await listPools(cloud.db.sql);
    const host = await addHost(cloud.ctx, { poolId: pool?.id ?? '', name: 'l4-gone', gpuCount: 1 });
    await setHostState(cloud.ctx, { hostId: host.id, state: 'offline' });
    await removeHost(cloud.ctx, { hostId: host.id });
    const ofHost = (await listAllNamedAudit(cloud.ctx, { target: host.id })).items.map(({ targetName }) => targetName);
    assert.deepEqual(ofHost, ['l4-gone', 'l4-gone', 'l4-gone']);
    const { items } = await listTransactionGroups(own.ctx, { limit: 50, locale: 'en' });
    assert.ok(items.some((row) => row.kind === 'charges' && row.serverId === serverId && row.serverName === 'short-lived'));
  });

  test('but to no customer what is another’s or the house’s; operators see both', async () => {
    const theirs = await stranger.deploy('l4-x1', { name: 'secret-project' });
    const [host] = await listHosts(cloud.db.sql);
    assert.ok(host);
    const { accountId } = customer.ctx;
    const notTheirs = [theirs, host.id, stranger.ctx.accountId];
    await customer.ctx.transact(async (tx) => {
      for (const target of notTheirs) await recordAudit(tx, customer.ctx, { accountId, action: 'server.described', target });
    });
    for (const target of notTheirs) assert.deepEqual(await namesOf(target), [null]);
    assert.ok((await listAllNamedAudit(cloud.ctx, { target: theirs })).items.every(({ targetName }) => targetName === 'secret-project'));
    await quarantineGpu(cloud.ctx, { hostId: host.id, slot: 1, reason: { type: 'by_hand', note: 'Xid 79' } });
    const [aside] = (await listAllNamedAudit(cloud.ctx, { target: `${host.id}/1` })).items;
    assert.partialDeepStrictEqual(aside, { targetName: `${host.name}/1`, accountName: null });
    const [deployed] = (await listAllNamedAudit(cloud.ctx, { target: theirs, action: 'server.created' })).items;
    const account = cloud.db.sql.selectFrom('accounts').select('name').where('id', '=', stranger.ctx.accountId);
    assert.equal(deployed?.accountName, (await account.executeTakeFirstOrThrow()).name);
  });
});
