import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { trustedProxies } from '../kit/trusted-proxies.ts';
import { clientAddress } from './client-address.ts';

const PROXIES = ['127.0.0.1', '10.0.0.0/8'];
const chains = [
  undefined,
  '',
  '203.0.113.7',
  '198.51.100.1, 203.0.113.7',
  '203.0.113.7, 10.1.2.3',
  '10.1.1.1, 10.1.2.3',
  ' 2001:db8::1 ,10.0.0.1',
];

test('the client of a socket is the client that a request of the same headers has', async () => {
  const told: (string | null)[] = [];
  for (const proxies of [PROXIES, ['192.0.2.1'], []]) {
    const isTrusted = trustedProxies(proxies);
    const app = fastify({ trustProxy: proxies.length > 0 ? isTrusted : false });
    app.get('/', (request) => ({ theirs: request.ip, ours: clientAddress(request.raw, isTrusted) }));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const chain of chains) {
      const answer = await fetch(url, { headers: chain === undefined ? {} : { 'X-Forwarded-For': chain } });
      const { theirs, ours }: { theirs: string; ours: string } = JSON.parse(await answer.text());
      assert.equal(ours, theirs, `${proxies.join()} ${chain}`);
      told.push(ours);
    }
    await app.close();
  }
  assert.deepEqual(told.slice(2, 5), ['203.0.113.7', '203.0.113.7', '203.0.113.7']);
  assert.ok(told.slice(chains.length).every((address) => address === '127.0.0.1'));
});
