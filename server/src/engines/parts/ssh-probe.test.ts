import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { proxyProbe } from './ssh-probe.ts';

const { signal } = new AbortController();

describe('a try of an SSH port through a proxy', () => {
  const proxy = createServer();
  let url = '';
  before(async () => {
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = z.object({ port: z.number() }).parse(proxy.address());
    url = `http://127.0.0.1:${port}`;
  });
  after(() => proxy.close());

  function answering(answer: string): Promise<void> {
    return new Promise((resolve) => {
      proxy.once('connect', (_request: IncomingMessage, near: Duplex) => {
        near.on('error', () => undefined);
        near.once('close', () => resolve());
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
