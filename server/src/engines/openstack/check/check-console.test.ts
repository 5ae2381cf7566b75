import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, describe, test } from 'node:test';
import { z } from 'zod';
import { openDoubleKit } from '../testing/open-double-kit.ts';
import { missingConsole } from './check-console.ts';

const { signal } = new AbortController();

const { double, kit } = await openDoubleKit('theirs');
after(() => kit.close());

describe('what is said of serial consoles', () => {
  let serverId: string;
  const check = () => missingConsole({ client: kit.client }, signal);
  const leadsTo = (url: string) =>
    double.faults.once(({ path }) => (path.endsWith('/remote-consoles') ? { status: 200, body: { remote_console: { url } } } : 'passed'));

  test('nothing while no machine runs: nova names its proxy with a machine', async () => {
    assert.deepEqual(await check(), []);
    assert.ok(!double.asked.some(({ path }) => path.endsWith('/remote-consoles')));
  });

  test('nothing where the proxy answers, and whoever has the line keeps it', async () => {
    const spec = kit.makeSpec();
    ({ serverId } = spec);
    await kit.running(spec);
    const { stream } = await kit.engine.console(serverId, signal);
    assert.deepEqual(await check(), []);
    stream.write('\r');
    const [said] = await once(stream, 'data');
    assert.match(String(said), /#/);
    stream.destroy();
  });

  test('that nobody listens where the proxy should be, and that a gateway before it says so', async () => {
    const gateway = createServer().on('upgrade', (_request, socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'));
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const { port } = z.object({ port: z.number() }).parse(gateway.address());
    leadsTo(`ws://127.0.0.1:${port}/?token=gone`);
    const [refused = '', ...more] = await check();
    assert.match(
      refused,
      new RegExp(`^Nova's serial proxy at 127.0.0.1:${port} does not answer \\(HTTP 503\\).*nova-serialproxy.*OPENSTACK_CONSOLE=none`),
    );
    await new Promise((closed) => gateway.close(closed));

    leadsTo(`ws://127.0.0.1:${port}/?token=gone`);
    const [silent = '', ...others] = await check();
    assert.match(silent, /does not answer \(.*ECONNREFUSED.*base_url/);
    assert.deepEqual([...more, ...others], []);
    assert.ok(!`${refused}${silent}`.includes('token'));
  });

  test('that nova has only graphical ones', async (t) => {
    const { kit: other } = await openDoubleKit('theirs', { consoles: ['novnc'] });
    t.after(() => other.close());
    const spec = other.makeSpec();
    await other.running(spec);
    const [sentence = '', ...others] = await missingConsole({ client: other.client }, signal);
    assert.match(sentence, /^Nova gives no serial consoles \(.*Unavailable console type serial.*serial_console.*OPENSTACK_CONSOLE=none/);
    assert.deepEqual(others, []);
  });
});
