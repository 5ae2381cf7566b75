import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { takeCopy } from '../../core/testing/older-copy.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { attemptCommand, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
const dataDir = await mkdtemp(join(tmpdir(), 'boreal-restore-'));
after(async () => {
  await cloud.close();
  await rm(dataDir, { recursive: true });
});
const doctor = () => attemptCommand(['doctor'], { DATABASE_URL: cloud.db.url, BOREAL_DATA_DIR: dataDir });

test('after a Postgres of one’s own was restored, what had ended since is settled by one command, with a preview', async () => {
  assert.match(await cloud.done('restore', 'show'), /never restored/);
  assert.match(await cloud.refused('restore', 'settle', '--all'), /restore mark --at/);
  const customer = await cloud.customer('100');
  const id = await customer.deploy('l4-x1', { name: 'trainer' });
  await cloud.settle();
  const endedAt = cloud.clock.now().toISOString();
  const balance = await customer.balance();
  const copy = await takeCopy(cloud.db);
  await customer.remove(id);
  await cloud.settle();
  cloud.clock.advance(2 * HOUR_MS);
  await copy.restore();

  assert.match((await cloud.attempt('restore', 'mark', '--at', 'yesterday')).err, /Write a moment/);
  assert.match(await cloud.refused('restore', 'mark', '--at', new Date(Date.now() + HOUR_MS).toISOString()), /in the future/);
  assert.match(await cloud.done('restore', 'mark', '--at', endedAt), /restored at .* books end at .* restore settle --all --preview/s);
  assert.match(await cloud.done('host', 'list'), /has yet to check that its machines are safe/);
  await cloud.runSchedules(['watch', 'meter']);

  assert.match(await cloud.refused('restore', 'settle'), /Say which servers to settle/);
  assert.match(await cloud.refused('restore', 'settle', 'srv_nobody'), /srv_nobody has nothing to settle/);
  assert.match(
    (await doctor()).out,
    new RegExp(`1 server that the restored copy knows had ended .*${id}.*restore settle --all --preview`, 's'),
  );
  const preview = await cloud.done('restore', 'settle', '--all', '--preview');
  assert.match(preview, new RegExp(`${id} +trainer +Customer \\(acc_\\w+\\) +ERROR +missing +1 +\\d\\.\\d\\d`));
  assert.match(preview, /Nothing has been written\. Without --preview, 1 server would be settled and \d\.\d\d CAD refunded\./);
  assert.ok((await customer.balance()) < balance);
  assert.match(JSON.stringify(jsonOf(await cloud.attempt('restore', 'settle', id, '--json'))), new RegExp(`"settled":\\[\\{"id":"${id}"`));
  assert.match(await cloud.done('restore', 'settle', '--all'), /Settled 0 servers and refunded 0\.00 CAD\./);
  // The command's clock is hours ahead of the cloud's.
  cloud.clock.advance(6 * HOUR_MS);
  await cloud.settle();
  assert.equal(await customer.balance(), balance);
  assert.doesNotMatch((await doctor()).out, /restored copy/);
  assert.match(await cloud.done('audit', 'list'), new RegExp(`server\\.settled +${id}`));
  assert.match(await cloud.done('ledger', 'verify'), /holds/);
});
