import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { z } from 'zod';
import { listen } from './listen.ts';
import { openTestDoor } from './testing.ts';

const Address = z.object({ port: z.int() });

/** Two addresses that every machine has, as `localhost` has two on most. */
const addresses = ['127.0.0.1', '127.0.0.2'];

test('every address of the host answers, and when it closes, none cuts an answer off or takes another request', async () => {
  const door = await openTestDoor({ endpoints: [] });
  let answer = () => {};
  const asked = new Promise<void>((arrived) => {
    door.app.get('/slow', async () => {
      arrived();
      await new Promise<void>((resolve) => (answer = resolve));
      return 'answered';
    });
  });
  await listen(door.app, { addresses, port: 0 });
  const { port } = Address.parse(door.app.server.address());
  const ask = async (host: string, path: string) => {
    const [response] = await once(request({ host, port, path }).end(), 'response');
    return text(response);
  };
  for (const host of addresses) assert.equal(await ask(host, '/healthz'), '{"status":"ok"}');
  const slow = ask('127.0.0.2', '/slow');
  await asked;
  const closed = door.close();
  answer();
  assert.equal(await slow, 'answered');
  await closed;
  for (const host of addresses) await assert.rejects(ask(host, '/healthz'), { code: 'ECONNREFUSED' });
});

test('an address that another program has is refused', async () => {
  const [door, other] = [await openTestDoor({ endpoints: [] }), await openTestDoor({ endpoints: [] })];
  try {
    await listen(other.app, { addresses: ['127.0.0.2'], port: 0 });
    const { port } = Address.parse(other.app.server.address());
    await assert.rejects(listen(door.app, { addresses, port }), { code: 'EADDRINUSE' });
  } finally {
    await Promise.all([door.close(), other.close()]);
  }
});
