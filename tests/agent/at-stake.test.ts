import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AtStake } from '@boreal/contract/servers/at-stake.ts';
import { z } from 'zod';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { openAgentCloud, type Agent } from '../testing/agent-cloud.ts';

/** An agent can tell its user what is lost and refunded before it ends a server or interrupts it. */
const mcp = await openAgentCloud({ hosts: { l4: [8], 'h100-sxm': [4] } });
after(() => mcp.close());

const Follows = z.object({ whatFollows: z.array(z.string()), shown: z.string() });
const Kept = z.object({ server: z.looseObject({ status: z.string() }), atStake: AtStake.optional() });

async function launched(agent: Agent, name: string): Promise<string> {
  const { result } = await agent.spend('svc_create_server', { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId, name });
  return z.string().parse(result.id);
}

test('without its name a server is not deleted: what is lost and refunded is said, in the text too, and is what deleting it then does', async () => {
  const agent = await mcp.agent();
  const serverId = await launched(agent, 'waiting');
  const before = await agent.customer.balance();
  const told = await agent.call('svc_delete_server', { serverId });
  const { whatFollows } = Follows.parse(told.structuredContent);
  assert.equal(told.isError, undefined);
  assert.deepEqual(whatFollows, [
    'The server, its disks and its backups are deleted.',
    'It never started, so its first hour is refunded as credit.',
    'This cannot be undone.',
  ]);
  const text = told.content[0]?.text ?? '';
  assert.match(text, /^Nothing is done yet\./);
  for (const sentence of whatFollows) assert.ok(text.includes(sentence), sentence);
  assert.equal((await mcp.cloud.server(serverId)).status, 'PROVISIONING');
  assert.equal(await agent.customer.balance(), before);
  await mcp.cloud.settle();
  // It has come up meanwhile.
  assert.deepEqual((await agent.ok('svc_delete_server', { serverId }, Follows)).whatFollows[1], 'The hour already paid is not refunded.');
  const paid = await agent.customer.balance();
  await agent.ok('svc_delete_server', { serverId, confirmName: 'waiting' }, z.unknown());
  assert.equal(await agent.customer.balance(), paid);
});

test('it is said in the language that the agent asks for', async () => {
  const agent = await mcp.agent();
  const serverId = await launched(agent, 'français');
  const { structuredContent } = await agent.call('svc_delete_server', { serverId }, { 'accept-language': 'fr-CA' });
  const { whatFollows } = Follows.parse(structuredContent);
  assert.deepEqual(whatFollows[0], 'Le serveur, ses disques et ses sauvegardes sont supprimés.');
  await agent.ok('svc_delete_server', { serverId, confirmName: 'français' }, z.unknown());
});

test('of several servers each has its own, and one that has ended is refused with or without its name', async () => {
  const agent = await mcp.agent();
  const first = await launched(agent, 'first');
  await mcp.cloud.settle();
  const second = await launched(agent, 'second');
  const hourOf = async (serverId: string) => (await agent.ok('svc_delete_server', { serverId }, Follows)).whatFollows[1];
  assert.deepEqual(
    [await hourOf(first), await hourOf(second)],
    ['The hour already paid is not refunded.', 'It never started, so its first hour is refunded as credit.'],
  );
  for (const [serverId, confirmName] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    await agent.ok('svc_delete_server', { serverId, confirmName }, z.unknown());
    await agent.refused('svc_delete_server', { serverId }, 'NOT_FOUND');
    assert.equal((await agent.ok('svc_get_server', { serverId }, Kept)).atStake, undefined);
  }
  const stranger = await mcp.agent();
  await stranger.refused('svc_delete_server', { serverId: first }, 'NOT_FOUND');
});

test('without its name a prepaid server is not cancelled: until when it runs and what then is lost is said', async () => {
  const agent = await mcp.agent();
  await moveTo(agent.customer, 'QC');
  await giveCard(mcp.cloud, agent.customer);
  const { sshKeyId } = agent.customer;
  const ordered = await agent.spend('svc_create_order', { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId, name: 'yearling' });
  const serverId = z.string().parse(ordered.result.serverId);
  await mcp.cloud.settle();
  const { whatFollows } = await agent.ok('svc_cancel_server', { serverId }, Follows);
  assert.match(whatFollows.join(' '), /^The server runs until \w+ \d+, \d{4} and then hibernates.*nothing is refunded\.$/);
  const { atStake } = await agent.ok('svc_get_server', { serverId }, Kept);
  assert.equal(atStake?.terms?.status, 'active');
  assert.match((await agent.ok('svc_delete_server', { serverId }, Follows)).whatFollows.join(' '), /forfeits the rest of this term/);
  const hourly = await launched(agent, 'hourly');
  await agent.refused('svc_cancel_server', { serverId: hourly }, 'ORDER_NOT_RENEWABLE');
  await agent.ok('svc_cancel_server', { serverId, confirmName: 'yearling' }, z.unknown());
});

test('an agent that says what it was shown deletes for that and nothing less, or is asked to confirm again', async () => {
  const agent = await mcp.agent();
  const serverId = await launched(agent, 'promised');
  const waiting = await agent.ok('svc_delete_server', { serverId }, Follows);
  await mcp.cloud.settle();
  const before = await agent.customer.balance();
  const confirm = { serverId, confirmName: 'promised' };
  const refusal = await agent.refused('svc_delete_server', { ...confirm, shown: waiting.shown }, 'CONFIRM_AGAIN');
  assert.match(refusal.message, /no longer what you were shown\. Nothing was done\. Call .* without confirmName/);
  assert.equal((await mcp.cloud.server(serverId)).status, 'ACTIVE');
  const now = await agent.ok('svc_delete_server', { serverId }, Follows);
  assert.equal(now.whatFollows[1], 'The hour already paid is not refunded.');
  // What it reads in another language is the same.
  const { structuredContent } = await agent.call('svc_delete_server', { serverId }, { 'accept-language': 'fr-CA' });
  assert.equal(Follows.parse(structuredContent).shown, now.shown);
  await agent.refused('svc_delete_server', { ...confirm, shown: 'made up' }, 'CONFIRM_AGAIN');
  await agent.ok('svc_delete_server', { ...confirm, shown: now.shown }, z.unknown());
  assert.equal(await agent.customer.balance(), before);
  await agent.refused('svc_delete_server', { ...confirm, shown: now.shown }, 'NOT_FOUND');
});

test('an agent that was shown when a prepaid server ends cancels it for that day, or is asked to confirm again', async () => {
  const agent = await mcp.agent();
  await moveTo(agent.customer, 'QC');
  await giveCard(mcp.cloud, agent.customer);
  const { sshKeyId } = agent.customer;
  const ordered = await agent.spend('svc_create_order', { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId, name: 'renewed' });
  const serverId = z.string().parse(ordered.result.serverId);
  await mcp.cloud.settle();
  const { shown } = await agent.ok('svc_cancel_server', { serverId }, Follows);
  await agent.spend('svc_renew_server', { serverId });
  const confirm = { serverId, confirmName: 'renewed' };
  await agent.refused('svc_cancel_server', { ...confirm, shown }, 'CONFIRM_AGAIN');
  const later = await agent.ok('svc_cancel_server', { serverId }, Follows);
  await agent.ok('svc_cancel_server', { ...confirm, shown: later.shown }, z.unknown());
});
