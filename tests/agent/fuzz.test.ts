import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import type { Tool } from '../../server/src/mcp/tool.ts';
import { openAgentCloud, post } from '../testing/agent-cloud.ts';

const mcp = await openAgentCloud({ hosts: { l4: [8] } });
const { cloud } = mcp;
const agent = await mcp.agent();
await moveTo(agent.customer, 'QC');
await giveCard(cloud, agent.customer);
const serverId = await agent.customer.deploy('l4-x1');
await cloud.settle();
after(() => mcp.close());

/** What no argument of any tool is meant to be; JSON as it is sent. */
const NONSENSE = [
  'null',
  'true',
  '-1',
  '0',
  '1.5',
  '1e308',
  '9007199254740993',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":{"a":1},"constructor":1}',
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e\\u2066"',
  '"../../etc/passwd"',
  `"'; drop table servers; --"`,
  '"%00%ff"',
  '"2026-13-45T99:99:99Z"',
  '"null"',
  '"__proto__"',
  JSON.stringify('é'.repeat(20_000)),
];

/** Arguments that a tool takes, so that a wrong one is looked at beside right ones. */
function sound(tool: Tool): Record<string, unknown> {
  const known: Record<string, unknown> = {
    serverId,
    productId: 'l4-x1',
    sshKeyId: agent.customer.sshKeyId,
    cycle: 'monthly',
    direction: 'ingress',
    protocol: 'tcp',
    confirmName: 'no such name',
    subject: 'Help',
    message: 'Help',
    amountCad: 25,
    enabled: true,
  };
  return Object.fromEntries(Object.keys(tool.input.shape).flatMap((name) => (name in known ? [[name, known[name]]] : [])));
}

for (const tool of tools) {
  test(`${tool.name}: nonsense is answered, never with an error of ours`, async () => {
    for (const name of Object.keys(tool.input.shape)) {
      const answers = await Promise.all(
        NONSENSE.map(async (text) => ({ text, answer: await agent.call(tool.name, { ...sound(tool), [name]: JSON.parse(text) }) })),
      );
      for (const { text, answer } of answers) {
        assert.doesNotMatch(answer.content[0]?.text ?? '', /INTERNAL_ERROR/, `${name}: ${text.slice(0, 100)}`);
      }
    }
  });
}

test('names that no argument has, and more things inside each other than any holds, are refused', async () => {
  // The library drops __proto__ before anybody sees it.
  for (const name of ['constructor', '\0', '\ud800', 'a'.repeat(5000)]) {
    await agent.refused('svc_get_balance', { [name]: 1 }, 'INVALID_REQUEST');
  }
  let deep: unknown = 1;
  for (let n = 0; n < 1000; n += 1) deep = [deep];
  await agent.refused('svc_update_profile', { address: { deep } }, 'INVALID_REQUEST');
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_update_profile","arguments":{"address":${nested}}}}`;
  const answer = await post(mcp.url, body, { authorization: `Bearer ${agent.key}` });
  assert.ok(answer.status < 500, `${answer.status}`);
  assert.doesNotMatch(await answer.text(), /INTERNAL_ERROR|-32603/);
});
