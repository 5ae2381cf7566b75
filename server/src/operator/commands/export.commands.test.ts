import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { recordPoolReadings } from '../../core/fleet/capacity/use/utilisation.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
const folder = await mkdtemp(join(tmpdir(), 'boreal-export-'));
const customer = await cloud.customer('100');
await customer.deploy('l4-x1');
await cloud.settle();
await recordPoolReadings(cloud.ctx);
after(async () => {
  await rm(folder, { recursive: true });
  await cloud.close();
});

test('revenue is printed for a spreadsheet or a program, and written to a file that only its owner reads', async () => {
  const csv = await cloud.done('revenue', 'export', '--by', 'customer');
  assert.match(csv, /^from,to,by,id,name,hours CAD,.*,received with tax CAD\r\n/);
  assert.match(csv, new RegExp(`,customer,${customer.ctx.accountId},Customer,1\\.09,0,0,0,0,0,1\\.09,`));
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('revenue', 'export', '--json')), {
    by: 'model',
    per: 'range',
    total: 1.09,
    rows: [{ id: 'l4', name: 'L4', total: 1.09 }],
  });
  const file = join(folder, 'revenue.json');
  const said = await cloud.done('revenue', 'export', '--per', 'day', '--out', relative(process.cwd(), file));
  assert.equal(said, `Wrote ${file}.\n`, 'where it is, wherever whoever typed it was');
  assert.partialDeepStrictEqual(JSON.parse(await readFile(file, 'utf8')), { per: 'day', total: 1.09 });
  assert.equal((await stat(file)).mode & 0o077, 0);
});

test('utilisation likewise, with its header in French', async () => {
  const file = join(folder, 'occupation.csv');
  await cloud.done('utilisation', 'export', '--out', file, '--language', 'fr');
  assert.match(
    await readFile(file, 'utf8'),
    /^\uFEFFdu,au,id du groupe,groupe,modèle de GPU,GPU,GPU occupés,taux d’occupation %\r\n.+,l4,l4,2,1,50\r\n/s,
  );
});

test('a file that is there is kept, and days that are none are refused with what to write', async () => {
  const file = join(folder, 'kept.csv');
  await writeFile(file, 'mine');
  assert.match(await cloud.refused('revenue', 'export', '--out', file), /exists\. Name a file that does not/);
  assert.equal(await readFile(file, 'utf8'), 'mine');
  assert.match(
    await cloud.refused('revenue', 'export', '--out', join(folder, 'none/x.csv')),
    /cannot be written\. Name a file in a folder/,
  );
  assert.match(
    await cloud.refused('utilisation', 'export', '--from', '2026-02-02', '--to', '2026-02-01'),
    /The last day is before the first/,
  );
  const wrong = await cloud.attempt('revenue', 'export', '--from', 'monday');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /Write a day such as 2026-04-30\./);
});
