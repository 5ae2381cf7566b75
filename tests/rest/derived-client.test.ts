import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { answerOf } from '@boreal/contract/api/answer.ts';
import type { EndpointRow } from '@boreal/contract/api/endpoint.ts';
import { addressOf, type DataOf, type RequestOf, type Values } from '@boreal/contract/api/request.ts';
import { restEndpoints } from '@boreal/contract/api/rest-endpoints.ts';
import { z } from 'zod';
import { keyFiles } from '../../server/src/core/ground/ssh-keys/testing/key-files.ts';
import { openRestCloud, type Asked } from '../testing/rest-cloud.ts';

const rest = await openRestCloud({ hosts: { l4: [1] } });
const { key } = await rest.member('100');
const files = keyFiles();
after(async () => {
  files.remove();
  await rest.close();
});

/** Nothing has to be said where nothing must be. */
type Args<A> = Record<never, never> extends A ? [asked?: A] : [asked: A];

/** All of a client that an SDK would be: nothing in it knows of any endpoint. */
async function call<R extends EndpointRow>(row: R, ...[asked]: Args<RequestOf<R['path'], R['takes']>>): Promise<DataOf<R>>;
async function call(
  row: EndpointRow,
  asked: { params?: Values | undefined; query?: Values | undefined; body?: unknown } = {},
): Promise<unknown> {
  const { method, path, status } = row;
  const request = { method, path: addressOf(path, asked), key, body: asked.body } satisfies Asked;
  const answer = await rest.send(request);
  assert.equal(answer.status, status, answer.text);
  return z.object({ data: z.unknown() }).parse(answerOf(row).parse(answer.json)).data;
}

test('a client that knows only the contract’s rows deploys a server, looks at it and deletes it', async () => {
  const { catalog, servers, sshKeys, firewall, billing } = restEndpoints;
  const plans = await call(catalog.listGpuPlans);
  const plan = plans.find(({ id }) => id === 'l4-x1');
  assert.equal(plan?.eligibility, 'deployable');
  const quote = await call(catalog.quoteDeployment, { query: { productId: plan.id } });
  assert.ok(quote.deployable && quote.requiredCredits !== null);
  const { id: sshKeyId } = await call(sshKeys.addSshKey, { body: { name: 'laptop', publicKey: files.make('laptop').line } });
  const { id } = await call(servers.createServer, { body: { productId: plan.id, sshKeyId, name: 'derived' } });
  await rest.cloud.settle();
  assert.equal((await call(servers.getServer, { params: { id } })).status, 'ACTIVE');
  const rule = { direction: 'ingress', protocol: 'tcp', portRangeMin: 8000, portRangeMax: 8010 } as const;
  const { id: ruleId } = await call(firewall.addFirewallRule, { params: { id }, body: rule });
  await call(firewall.deleteFirewallRule, { params: { id }, body: { ruleId } });
  const [latest] = await call(servers.listServerEvents, { params: { id }, query: { limit: 1 } });
  assert.ok(latest);
  await call(servers.deleteServer, { params: { id } });
  assert.deepEqual(await call(servers.listServers), []);
  const credits = await call(billing.getCredits, { query: { summary: '1' } });
  assert.equal(credits.balance, 100 - quote.requiredCredits);
});

test('what a row does not take does not compile', () => {
  const { catalog, servers } = restEndpoints;
  const wrong = [
    // @ts-expect-error the path has an id
    () => call(servers.getServer, {}),
    // @ts-expect-error no such action
    () => call(servers.actOnServer, { params: { id: 'srv_1' }, body: { action: 'fly' } }),
    // @ts-expect-error no such field
    () => call(servers.createServer, { body: { productId: 'l4-x1', sshKeyId: 'ssh_1', gpus: 8 } }),
    // @ts-expect-error a plan must be named
    () => call(catalog.quoteDeployment, { query: { productId: undefined } }),
  ];
  assert.equal(wrong.length, 4);
});
