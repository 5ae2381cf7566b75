import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { z } from 'zod';
import { openTestDoor } from './testing.ts';

const Address = z.object({ port: z.int() });

test('a server that is to end answers on, unready, and asks everybody to come back on another connection', async () => {
  const door = await openTestDoor({ endpoints: [], drainMs: 1500 });
  await door.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = Address.parse(door.app.server.address());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string) => {
    const sent = request({ host: '127.0.0.1', port, path, agent }).end();
    const [answer] = await once(sent, 'response');
    return { status: answer.statusCode, connection: answer.headers.connection, body: await json(answer) };
  };
  try {
    assert.deepEqual(await ask('/readyz'), { status: 200, connection: 'keep-alive', body: { status: 'ok' } });
    const closed = door.close();
    // On the connection that was open before.
    assert.deepEqual(await ask('/readyz'), { status: 503, connection: 'close', body: { status: 'this process is about to end' } });
    assert.deepEqual(await ask('/healthz'), { status: 200, connection: 'close', body: { status: 'ok' } });
    const listed = await ask('/api/v1/availability');
    assert.deepEqual([listed.status, listed.connection], [404, 'close']);
    await closed;
    await assert.rejects(ask('/healthz'), { code: 'ECONNREFUSED' });
  } finally {
    agent.destroy();
  }
});
