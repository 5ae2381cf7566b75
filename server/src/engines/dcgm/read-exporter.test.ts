import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { dcgmExporter } from './read-exporter.ts';

const LINE = 'DCGM_FI_DEV_XID_ERRORS{gpu="0",pci_bus_id="00000000:17:00.0"} 48\n';
const server = createServer((request, answer) => {
  if (request.url === '/moved/incus') return answer.writeHead(302, { location: '/mtl-1/incus' }).end();
  if (request.url === '/huge/incus') {
    answer.write('#'.repeat(5 * 1024 * 1024));
    return answer.end(LINE);
  }
  return request.url === '/mtl-1/incus' ? answer.end(LINE) : answer.writeHead(404).end(LINE);
});
let exporter: ReturnType<typeof dcgmExporter>;
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('the server has no port');
  exporter = dcgmExporter(`http://127.0.0.1:${at.port}/{host}/{engine}`);
});
after(() => server.close());

test('the exporter of each host is read at its own address', async () => {
  assert.deepEqual(await exporter({ engine: 'incus', name: 'mtl-1' }, AbortSignal.timeout(5000)), [
    { device: '0000:17:00.0', xid: 48, eccErrors: 0, rowRemapFailed: false, replays: null },
  ]);
});

test('an exporter that is not there, leads elsewhere or tells too much is an error, and no reading', async () => {
  for (const host of ['mtl-2', 'moved', 'huge', '../mtl-1'])
    await assert.rejects(exporter({ engine: 'incus', name: host }, AbortSignal.timeout(5000)), host);
  await assert.rejects(dcgmExporter('http://127.0.0.1:1/{host}')({ engine: 'incus', name: 'mtl-1' }, AbortSignal.timeout(5000)));
});
