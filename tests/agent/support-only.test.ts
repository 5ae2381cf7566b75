import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { endpoints } from '../../server/src/http/endpoints.ts';
import { MCP_PATH } from '../../server/src/mcp/mcp-door.ts';
import { customerEndpoints, operatorEndpoints } from '../../server/src/web/console-tables.ts';
import type { Browser } from '../../server/src/web/test-browser.ts';
import { agentOf, type Agent } from '../testing/agent-cloud.ts';
import { openEveryDoor, type EveryDoor } from '../testing/every-door.ts';

/** What the console calls «Read and contact support»: an agent's key that is allowed nothing more. */
let every: EveryDoor;
let customer: Customer;
let owner: Browser;
let agent: Agent;
before(async () => {
  every = await openEveryDoor();
  const { web } = every;
  customer = await web.cloud.customer('100');
  owner = await web.member(customer, { email: 'owner@example.com', role: 'owner' });
  const made = await owner.post(at('/mcp-keys'), { name: 'helper', permissions: [], caps: {} });
  const { data } = z.object({ data: z.object({ id: z.string(), key: z.string() }) }).parse(made.json);
  agent = agentOf({ url: new URL(MCP_PATH, web.url), customer, key: data.key, keyId: data.id });
});
after(async () => {
  await every.close();
  assert.deepEqual(every.web.bugs, []);
});

const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;
const Written = z.object({ ticket: z.object({ id: z.string() }) });

test('a key that may read and contact support writes to support, where people of the account read it, and does nothing else', async () => {
  const { ticket } = await agent.ok('svc_create_ticket', { subject: 'A question', message: 'Why did it stop?' }, Written);
  await agent.ok('svc_reply_ticket', { ticketId: ticket.id, message: 'It runs again.' }, z.unknown());
  const read = await owner.get(at(`/tickets/${ticket.id}`));
  assert.match(read.text, /Why did it stop\?.*It runs again\./);
  const changing = (await agent.list()).filter((name) => /_(?:create|reply|set|update|delete|start|stop)_/.test(name));
  assert.deepEqual(changing, ['svc_create_ticket', 'svc_reply_ticket']);
  await agent.refused('svc_set_budget', { monthlyLimit: 1 }, 'PERMISSION_DENIED');
});

test('it is no key of any other door: neither of REST, nor of the console of its account or of operators', async () => {
  const { web } = every;
  const authorization = `Bearer ${agent.key}`;
  const named = (path: string) => path.replaceAll(/:[A-Za-z]+/g, 'none');
  const asked = [
    ...endpoints.filter(({ auth }) => auth === 'key').map(({ method, path }) => ({ method, path: `/api${named(path)}` })),
    ...customerEndpoints.map(({ method, path }) => ({ method, path: at(named(path)) })),
    ...operatorEndpoints.map(({ method, path }) => ({ method, path: `/api/console/operator${named(path)}` })),
  ];
  const answered: string[] = [];
  for (const { method, path } of asked) {
    const { status, text } = await web.browser().ask({ method, path, ...(method !== 'GET' && { text: '{}' }), headers: { authorization } });
    if (status !== 401) answered.push(`${method} ${path}: ${status} ${text}`);
  }
  assert.deepEqual(answered, []);
  assert.ok(asked.length > 100, `only ${asked.length} operations were asked for`);
});
