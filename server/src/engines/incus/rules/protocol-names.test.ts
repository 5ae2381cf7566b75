import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { whyNoProtocolNames } from './protocol-names.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-protocols-'));
});
after(() => rm(folder, { recursive: true }));

test('a Debian without netbase is told of, and one where no nft reads the names is not', async () => {
  const [names, nft] = [join(folder, 'protocols'), join(folder, 'nft')];
  assert.equal(await whyNoProtocolNames({ names, nft }), null, 'in a container, whose host has both');
  await writeFile(nft, '');
  assert.match(
    (await whyNoProtocolNames({ names, nft })) ?? '',
    /^No server starts, .*protocols is missing here\. .*apt-get install netbase$/,
  );
  await writeFile(names, 'ip\t0\tIP\nicmp\t1\tICMP\n');
  assert.notEqual(await whyNoProtocolNames({ names, nft }), null, 'nor one that is cut short');
  await writeFile(names, 'ip\t0\tIP\nipv6-icmp 58\tIPv6-ICMP\n');
  assert.equal(await whyNoProtocolNames({ names, nft }), null);
});
