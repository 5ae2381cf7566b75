import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { proxyProbe } from './ssh-probe.ts';

const { signal } = new AbortController();

describe('a try of an SSH port through a proxy', () => {
  const proxy = createServer();
  let url = '';
  before(async () => {
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    assert.ok(address !== null && typeof address === 'object');
    url = `http://127.0.0.1:${address.port}`;
  });
  after(() => proxy.close());

  function answering(answer: string): Promise<void> {
    return new Promise((resolve) => {
      proxy.once('connect', (_request: IncomingMessage, near: Duplex) => {
        // A server of node's leaves its half open when the other has ended.
        for (const over of ['end', 'error', 'close']) near.once(over, () => (near.destroy(), resolve()));
        near.write(answer);
        near.resume();
      });
    });
  }

  for (const [what, answer, heard] of [
    ['of a guest that says nothing', 'HTTP/1.1 200 OK\r\n\r\n', false],
    ['of a guest that greets', 'HTTP/1.1 200 OK\r\n\r\nSSH-2.0-x\r\n', true],
    ['of a guest that the proxy does not reach', 'HTTP/1.1 502 ECONNREFUSED\r\n\r\n', false],
  ] as const) {
    test(`${what} leaves no connection open`, async () => {
      const closed = answering(answer);
      assert.equal(await proxyProbe(url)({ ipv4: '203.0.113.1', hostName: '' }, { limitMs: 200, signal }), heard);
      await closed;
    });
  }
});
