import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { takeCopy } from '../core/testing/older-copy.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { jsonOf, startOperatedCloud } from './testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('after an older copy is restored, every customer has theirs again by one command, with a preview', async () => {
  const customer = await cloud.customer('100');
  const copy = await takeCopy(cloud.db);
  const late = await cloud.customer('100');
  const [mine, lost] = [await customer.deploy('l4-x1', { name: 'trainer' }), await late.deploy('l4-x1')];
  await cloud.settle();
  await cloud.pass(20 * MINUTE_MS);
  await copy.restore();
  await cloud.runSchedules(['watch', 'meter']);
  assert.match(await cloud.refused('orphan', 'adopt'), /Say which machines to adopt, or --all, and not both/);
  assert.match(await cloud.refused('orphan', 'adopt', mine, '--all'), /not both/);
  assert.match((await cloud.attempt('orphan', 'adopt', mine, '--charge', 'never')).err, /now or start/);
  const hostOf = new RegExp(`l4-1 .* ok .* ${mine} \\(orphan\\)`);
  assert.match(await cloud.done('gpu', 'list'), hostOf);

  const preview = await cloud.attempt('orphan', 'adopt', '--all', '--charge', 'start', '--preview');
  assert.equal(preview.code, 1, preview.err);
  assert.match(preview.out, new RegExp(`${mine} +trainer +Customer \\(acc_\\w+\\) +l4-x1 +ACTIVE +l4-1/\\d `));
  assert.match(preview.out, /Nothing has been written\. Without --preview, 1 server would be adopted and \d+\.\d\d CAD charged\./);
  assert.match(preview.err, new RegExp(`${lost} says it is of the account ${late.ctx.accountId}, which does not exist here`));
  assert.match(await cloud.done('orphan', 'list'), new RegExp(mine));

  const done = await cloud.attempt('orphan', 'adopt', '--all', '--charge', 'start', '--json');
  assert.deepEqual(jsonOf(done), {
    ...Object(jsonOf(await cloud.attempt('orphan', 'adopt', lost, '--json'))),
    adopted: Object(jsonOf(done)).adopted,
  });
  assert.equal((await cloud.server(mine)).status, 'ACTIVE');
  assert.match(await cloud.done('audit', 'list'), new RegExp(`server\\.adopted +${mine}`));
  assert.match(await cloud.refused('orphan', 'adopt', mine), /is one of our servers already/);
  assert.match(await cloud.done('ledger', 'verify'), /holds/);
});
