import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { hibernateUnpaidServer } from './hibernate-server.ts';

const cloud = await startCloud();
after(() => cloud.close());

const reasons = [
  { reason: 'CREDIT_EXHAUSTED', kind: 'credit_exhausted' },
  { reason: 'BUDGET_CAP_REACHED', kind: 'budget_reached' },
  { reason: 'TERM_ENDED', kind: 'hibernated' },
] as const;

for (const { reason, kind } of reasons) {
  test(`a server that is not paid (${reason}) is hibernated and its account told ${kind}, once`, async () => {
    const customer = await cloud.customer('10');
    const serverId = await customer.deploy('l4-x1');
    await cloud.settle();
    for (let time = 0; time < 2; time += 1) {
      await cloud.ctx.transact((tx) => hibernateUnpaidServer(tx, cloud.ctx, { serverId, reason }));
    }
    await cloud.settle();
    const server = await cloud.server(serverId);
    assert.equal(server.status, 'HIBERNATED');
    const notices = await cloud.db.sql.selectFrom('notices').selectAll().where('serverId', '=', serverId).execute();
    assert.equal(notices.length, 1);
    assert.equal(notices[0]?.kind, kind);
    assert.deepEqual(noticeShapes[kind].parse(notices[0]?.data), { serverName: server.name });
    await customer.remove(serverId);
    await cloud.settle();
  });
}
