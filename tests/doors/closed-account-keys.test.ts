import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { MCP_PATH } from '../../server/src/mcp/mcp-door.ts';
import type { Browser, BrowserAnswer } from '../../server/src/web/test-browser.ts';
import { post } from '../testing/agent-cloud.ts';
import { until } from '../testing/boreal-process.ts';
import { openEveryDoor, type EveryDoor } from '../testing/every-door.ts';

let every: EveryDoor;
let customer: Customer;
let owner: Browser;
before(async () => {
  every = await openEveryDoor();
  const { web } = every;
  customer = await web.cloud.customer('100');
  owner = await web.member(customer, { email: 'owner@example.com', role: 'owner' });
});
after(async () => {
  await every.close();
  assert.deepEqual(every.web.bugs, []);
});

const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;
const madeKey = (answer: BrowserAnswer) => z.object({ data: z.object({ key: z.string() }) }).parse(answer.json).data.key;

test('closing an account ends its keys at both doors of programs, and says so', async () => {
  const { web } = every;
  const key = madeKey(await owner.post(at('/v1/api-keys'), { name: 'ci', access: 'full' }));
  const agent = madeKey(await owner.post(at('/mcp-keys'), { name: 'helper', permissions: [], caps: {} }));
  const rest = () => web.browser().get('/api/servers', { authorization: `Bearer ${key}` });
  const url = new URL(MCP_PATH, web.url);
  const mcp = () => post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization: `Bearer ${agent}` });
  assert.deepEqual([(await rest()).status, (await mcp()).status], [200, 200]);

  assert.equal((await owner.post(at('/close'), { confirmName: 'Customer', deleteServerIds: [] })).status, 200);

  // The processes hear of it with the commit, each in its own moment.
  const refused = await until('REST refuses the key', 30_000, rest, ({ status }) => status !== 200);
  assert.equal(refused.status, 401);
  assert.match(refused.text, /INVALID_API_KEY/);
  assert.equal((await until('MCP refuses the key', 30_000, mcp, ({ status }) => status !== 200)).status, 401);
});
