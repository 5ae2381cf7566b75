import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FirewallRule, FIREWALL_RULES_MAX, type AddFirewallRuleRequest } from '@boreal/contract/servers/firewall.ts';
import { isAppError } from '../../../kit/errors.ts';
import { assertTold } from '../../../kit/testing.ts';
import { soldServers } from '../capacity/testing/sold-servers.ts';
import { listServerEvents } from '../servers/views/list-server-events.ts';
import { findServer, type ServerRow } from '../servers/servers.store.ts';
import { addFirewallRule } from './add-firewall-rule.ts';
import { defaultRules } from './default-rules.ts';
import { deleteFirewallRule } from './delete-firewall-rule.ts';
import { machineFirewall } from './firewall.store.ts';
import { listFirewallRules } from './list-firewall-rules.ts';

const https = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', portRangeMin: 443 } as const satisfies AddFirewallRuleRequest;
const notFound = (what: string) => (error: unknown) => isAppError(error, 'NOT_FOUND') && error.details.what === what;
const refused = (says: RegExp) => (error: unknown) => {
  if (!isAppError(error, 'INVALID_REQUEST')) return false;
  for (const issue of error.details.issues) assertTold(issue.message);
  return says.test(error.message);
};

const shop = await soldServers();
const ctx = await shop.customer();
after(() => shop.db.close());

test('a new server lets in ssh from anywhere, and the machine is told so', async () => {
  const serverId = await newServer();
  const { items } = await listFirewallRules(ctx, { serverId });
  assert.equal(items.length, 1);
  const [rule] = items;
  assert.deepEqual(FirewallRule.parse(rule), rule);
  const { id: _, ...seen } = rule ?? {};
  const createdAt = shop.clock.now().toISOString();
  assert.deepEqual(seen, {
    direction: 'ingress',
    protocol: 'tcp',
    ethertype: 'IPv4',
    port: 22,
    source: '0.0.0.0/0',
    forwarding: null,
    status: 'active',
    createdAt,
  });
  assert.deepEqual(await machineFirewall(shop.db.sql, serverId), [
    { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 },
  ]);
});

test('a rule is pending until the machine enforces the version that brought it', async () => {
  const serverId = await newServer();
  shop.clock.advance(1000);
  const added = await addFirewallRule(ctx, { serverId, ...https });
  assert.deepEqual([added.port, added.status], [443, 'pending']);
  assert.deepEqual(FirewallRule.parse(added), added);
  const server = await row(serverId);
  assert.deepEqual([server.firewallVersion, server.firewallAppliedVersion, server.convergeAt], [2, 1, shop.clock.now()]);
  assert.deepEqual(await jobs(serverId), 1);

  await applied(serverId, 2);
  assert.deepEqual(
    (await listFirewallRules(ctx, { serverId })).items.map((rule) => rule.status),
    ['active', 'active'],
  );
});

test('a rule that is deleted is no longer told to the machine, and is not found again', async () => {
  const serverId = await newServer();
  const { id } = await addFirewallRule(ctx, { serverId, ...https });
  assert.deepEqual(await deleteFirewallRule(ctx, { serverId, ruleId: id }), { ruleId: id, status: 'deleted' });
  assert.equal((await machineFirewall(shop.db.sql, serverId)).length, 1);
  assert.equal((await row(serverId)).firewallVersion, 3);
  await assert.rejects(deleteFirewallRule(ctx, { serverId, ruleId: id }), notFound('firewall rule'));
  const elsewhere = await newServer();
  const other = await addFirewallRule(ctx, { serverId, ...https });
  await assert.rejects(deleteFirewallRule(ctx, { serverId: elsewhere, ruleId: other.id }), notFound('firewall rule'));
  assert.equal((await row(serverId)).firewallVersion, 4);
});

test('each change is one line in the log of the server', async () => {
  const serverId = await newServer();
  const { id } = await addFirewallRule(ctx, { serverId, ...https, remoteIpPrefix: '203.0.113.7' });
  await deleteFirewallRule(ctx, { serverId, ruleId: id });
  const told = async (locale: 'en' | 'fr') =>
    (await listServerEvents(ctx, { serverId, locale })).items.map(({ type, message }) => ({ type, message }));
  assert.deepEqual(await told('en'), [
    { type: 'firewall.rule_deleted', message: 'Firewall rule deleted: ingress tcp 443 from 203.0.113.7/32.' },
    { type: 'firewall.rule_added', message: 'Firewall rule added: ingress tcp 443 from 203.0.113.7/32.' },
  ]);
  assert.deepEqual(await told('fr'), [
    { type: 'firewall.rule_deleted', message: 'Règle de pare-feu supprimée\u00a0: entrée tcp 443 depuis 203.0.113.7/32.' },
    { type: 'firewall.rule_added', message: 'Règle de pare-feu ajoutée\u00a0: entrée tcp 443 depuis 203.0.113.7/32.' },
  ]);
});

test('the same rule is added once, however it is written and also at the same time', async () => {
  const serverId = await newServer();
  const ways = [{}, { portRangeMax: 443 }, { remoteIpPrefix: '0.0.0.0/0' }, {}, {}, {}];
  const tries = await Promise.allSettled(ways.map((way) => addFirewallRule(ctx, { serverId, ...https, ...way })));
  assert.equal(tries.filter((each) => each.status === 'fulfilled').length, 1);
  for (const each of tries) if (each.status === 'rejected') assert.ok(refused(/this rule already/)(each.reason), String(each.reason));
  assert.equal((await row(serverId)).firewallVersion, 2);
});

test('a refused rule changes nothing', async () => {
  const serverId = await newServer();
  await assert.rejects(addFirewallRule(ctx, { serverId, ...https, remoteIpPrefix: '10.0.0.1/8' }), refused(/10\.0\.0\.0\/8/));
  assert.equal((await row(serverId)).firewallVersion, 1);
  assert.equal(await jobs(serverId), 0);
});

test('a server has at most as many rules as the contract says', async () => {
  const serverId = await newServer();
  for (let port = 1; port < FIREWALL_RULES_MAX; port += 1) await addFirewallRule(ctx, { serverId, ...https, portRangeMin: 1000 + port });
  await assert.rejects(addFirewallRule(ctx, { serverId, ...https }), refused(/at most 100/));
  assert.equal((await row(serverId)).firewallVersion, FIREWALL_RULES_MAX);

  const seen: number[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await listFirewallRules(ctx, { serverId, limit: 30, cursor });
    seen.push(...page.items.map((rule) => rule.id));
    cursor = page.nextCursor ?? undefined;
  }
  assert.equal(new Set(seen).size, FIREWALL_RULES_MAX);
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  );
  await assert.rejects(listFirewallRules(ctx, { serverId, cursor: Buffer.from('srv_1').toString('base64url') }), refused(/cursor/));
});

test('rules of a server that does not run are kept for its next start, and no work is made', async () => {
  const serverId = await newServer({ status: 'HIBERNATED', goal: 'hibernated' });
  assert.equal((await addFirewallRule(ctx, { serverId, ...https })).status, 'pending');
  assert.equal((await row(serverId)).convergeAt, null);
  assert.equal(await jobs(serverId), 0);
  assert.equal((await machineFirewall(shop.db.sql, serverId)).length, 2);
});

test('a server of another account, a deleted one and one that never was are not found', async () => {
  const other = await shop.customer();
  const foreign = (await shop.server(other.accountId)).id;
  for (const serverId of [foreign, await newServer({ status: 'DELETED' }), 'srv_never']) {
    await assert.rejects(listFirewallRules(ctx, { serverId }), notFound('server'));
    await assert.rejects(addFirewallRule(ctx, { serverId, ...https }), notFound('server'));
    await assert.rejects(deleteFirewallRule(ctx, { serverId, ruleId: 1 }), notFound('server'));
  }
});

async function newServer(more: Partial<ServerRow> = {}): Promise<string> {
  const { id } = await shop.server(ctx.accountId, more);
  await shop.ctx.transact((tx) => defaultRules(tx, { serverId: id, now: shop.clock.now() }).execute());
  return id;
}

async function row(serverId: string): Promise<ServerRow> {
  const server = await findServer(shop.db.sql, serverId);
  assert.ok(server);
  return server;
}

async function applied(serverId: string, version: number): Promise<void> {
  await shop.db.sql.updateTable('servers').set({ firewallAppliedVersion: version }).where('id', '=', serverId).execute();
}

async function jobs(serverId: string): Promise<number> {
  const { rows } = await shop.db.pool.query('select 1 from graphile_worker.jobs where key like $1', [`%${serverId}`]);
  return rows.length;
}
