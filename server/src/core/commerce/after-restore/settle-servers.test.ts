import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { addOperator } from '../../testing/people.ts';
import { takeCopy } from '../../testing/older-copy.ts';
import { closeSound, everything, look } from '../../fleet/adoption/testing/rented-cloud.ts';
import { createBackup } from '../../fleet/lifecycle/backup/create-backup.ts';
import { markRestored } from '../../fleet/restores/mark-restored.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { findUnsettled } from './find-unsettled.ts';
import { decideRequest } from '../operator-requests/decide-request.ts';
import { settleByHand, type SettledByHand } from './settle-by-hand.ts';

const { signal } = new AbortController();
/** Micro-CAD. */
const H100_HOUR = 3_990_000n;
const operator = { type: 'operator', id: null, name: 'root' } as const;

describe('servers that ended between the copy and its restoring', () => {
  let cloud: Cloud;
  let customer: Customer;
  let other: Customer;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [8, 4], l4: [4] } });
    [customer, other] = [await cloud.customer('2000'), await cloud.customer('2000')];
  });
  afterEach(() => closeSound(cloud));

  const asOperator = () => ({ ...cloud.ctx, actor: operator });

  /** Settles everything that is found, as the command does; returns what it says about each server. */
  async function settle({ preview = false } = {}) {
    const found = await findUnsettled(asOperator(), cloud.engine);
    assert.ok(found);
    const outcomes = [];
    for (const [accountId, servers] of Map.groupBy(found.unsettled, (one) => one.accountId)) {
      outcomes.push(await settleByHand(asOperator(), { accountId, servers, restore: found.restore, preview }));
    }
    return outcomes.flatMap(({ settled }) => settled);
  }

  async function status(id: string): Promise<string> {
    return (await cloud.db.sql.selectFrom('servers').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
  }

  /**
   * Copies the database. The returned function restores the copy and runs Boreal again: it looks at its machines, and bills what it
   * believes is owed.
   */
  async function takeCopyNow(): Promise<() => Promise<void>> {
    const at = cloud.clock.now();
    const copy = await takeCopy(cloud.db);
    return async () => {
      await copy.restore();
      await markRestored(asOperator(), { at });
      await look(cloud);
      await look(cloud);
      await cloud.meter();
    };
  }

  /** A server that its customer deleted after the copy, and the credit they had at the time of the copy. */
  async function deletedSinceCopy() {
    const id = await customer.deploy();
    await cloud.settle();
    const balance = await customer.balance();
    const comeBack = await takeCopyNow();
    await customer.remove(id);
    await cloud.settle();
    return { id, balance, comeBack };
  }

  test('customers owe what they would owe had they been believed to end with the copy: an independent count', async () => {
    const [deleted, asleep, kept] = [await customer.deploy(), await customer.deploy('l4-x1'), await customer.deploy()];
    const others = await other.deploy('h100-sxm-x2');
    await cloud.settle();
    await cloud.pass(20 * MINUTE_MS);
    const began = new Map<string, Date>();
    for (const id of [deleted, asleep, kept, others]) began.set(id, (await cloud.server(id)).firstActiveAt ?? assert.fail());
    const copyEndsAt = cloud.clock.now();
    const balances = [await customer.balance(), await other.balance()] as const;
    const comeBack = await takeCopyNow();

    cloud.clock.advance(70 * MINUTE_MS);
    await customer.remove(deleted);
    await customer.act(asleep, 'hibernate');
    await other.remove(others);
    await cloud.settle();
    cloud.clock.advance(2 * HOUR_MS);
    await comeBack();
    assert.deepEqual([await status(deleted), await status(others), await status(asleep)], ['ERROR', 'ERROR', 'ACTIVE']);
    assert.equal(await cloud.gpusTaken(), 5, 'the restored copy still believes in all of them');

    const before = await everything(cloud);
    const preview = await settle({ preview: true });
    assert.deepEqual(await everything(cloud), before, 'a preview writes nothing');
    assert.deepEqual(await settle(), preview);
    assert.deepEqual(
      preview.map(({ found, serverId }) => [serverId, found]).sort(),
      [
        [deleted, 'missing'],
        [asleep, 'hibernated'],
        [others, 'missing'],
      ].sort(),
    );
    await cloud.settle();
    assert.deepEqual(
      [await status(deleted), await status(others), await status(asleep), await status(kept)],
      ['DELETED', 'DELETED', 'HIBERNATED', 'ACTIVE'],
    );
    assert.equal(await cloud.gpusTaken(), 1);

    // Counted without Boreal's rows: only the server that continued costs anything, an hour for each hour that began since the copy.
    const start = began.get(kept)?.getTime() ?? 0;
    const hoursBy = (at: Date) => Math.floor((at.getTime() - start) / HOUR_MS) + 1;
    const owed = BigInt(hoursBy(cloud.clock.now()) - hoursBy(copyEndsAt)) * H100_HOUR;
    assert.ok(owed > 0n);
    assert.equal(await customer.balance(), balances[0] - owed);
    assert.equal(await other.balance(), balances[1]);

    const settled = await everything(cloud);
    assert.deepEqual(await settle(), [], 'a second time there is nothing to settle');
    assert.deepEqual(await everything(cloud), settled);
    const { rows } = await cloud.db.pool.query(`select data from server_events where server_id = $1 and type = 'server.deleted'`, [
      deleted,
    ]);
    assert.equal(BigInt(rows[0].data.settled.refundedMicros), preview.find(({ serverId }) => serverId === deleted)?.refundedMicros);

    await customer.act(asleep, 'hibernate-restore');
    await cloud.settle();
    await cloud.pass(2 * HOUR_MS);
    assert.equal(await status(asleep), 'ACTIVE');
  });

  test('the hour that ran at the copy stays paid, and what is left of it when its machine is missed is refunded once', async () => {
    const id = await customer.deploy();
    await cloud.settle();
    await cloud.pass(10 * MINUTE_MS);
    const comeBack = await takeCopyNow();
    await customer.remove(id);
    await cloud.settle();
    await cloud.pass(10 * MINUTE_MS);
    await comeBack();
    const before = await customer.balance();
    assert.deepEqual(
      (await settle()).map(({ hours, refundedMicros }) => [hours, refundedMicros]),
      [[0, 0n]],
    );
    assert.equal(await customer.balance(), before);
    assert.equal(await status(id), 'DELETED');
  });

  test('a server that its customer deletes when it is found missing has its hours back all the same', async () => {
    const { id, balance, comeBack } = await deletedSinceCopy();
    cloud.clock.advance(3 * HOUR_MS + MINUTE_MS);
    await comeBack();
    assert.equal(await status(id), 'ERROR');
    await customer.remove(id);
    await cloud.settle();
    assert.ok((await customer.balance()) < balance);
    await settle();
    assert.equal(await customer.balance(), balance);
  });

  test('what is lost later, or has a machine or a backup left, is no deletion', async () => {
    const [late, stored] = [await customer.deploy(), await customer.deploy()];
    await cloud.settle();
    await setBackupOption(customer.ctx, { serverId: stored, enabled: true });
    await createBackup(customer.ctx, { serverId: stored });
    await cloud.settle();
    const comeBack = await takeCopyNow();
    cloud.clock.advance(90 * MINUTE_MS);
    await cloud.engine.ensureGone(stored, signal);
    cloud.clock.advance(MINUTE_MS);
    await comeBack();
    await cloud.pass(HOUR_MS);
    await cloud.engine.ensureGone(late, signal);
    cloud.clock.advance(MINUTE_MS);
    await look(cloud);
    assert.deepEqual([await status(late), await status(stored)], ['ERROR', 'ERROR']);
    const found = await findUnsettled(asOperator(), cloud.engine);
    assert.deepEqual(found?.unsettled, []);
    assert.deepEqual(
      found.notEnded.map(({ serverId }) => serverId),
      [stored],
    );
    assert.match(found.notEnded[0]?.why.en ?? '', /its backup bkp_\w+ is still stored/);
  });

  test('several operators at once settle it once', async () => {
    const { balance, comeBack } = await deletedSinceCopy();
    cloud.clock.advance(2 * HOUR_MS + MINUTE_MS);
    await comeBack();
    const found = await findUnsettled(asOperator(), cloud.engine);
    assert.ok(found);
    const one = { accountId: customer.ctx.accountId, servers: found.unsettled, restore: found.restore, preview: false };
    await Promise.all([settleByHand(asOperator(), one), settleByHand(asOperator(), one), settleByHand(asOperator(), one)]);
    assert.equal(await customer.balance(), balance);
  });

  test('one that was changed after it was found is not settled', async () => {
    const id = await customer.deploy();
    await cloud.settle();
    const comeBack = await takeCopyNow();
    await customer.remove(id);
    await cloud.settle();
    cloud.clock.advance(2 * HOUR_MS);
    await comeBack();
    const found = await findUnsettled(asOperator(), cloud.engine);
    assert.ok(found);
    await customer.act(id, 'reboot');
    const { accountId } = customer.ctx;
    await assert.rejects(
      settleByHand(asOperator(), { accountId, servers: found.unsettled, restore: found.restore, preview: false }),
      (error) => isAppError(error, 'REQUEST_OUTDATED'),
    );
    await cloud.settle();
    assert.equal((await settle()).length, 1, 'once it has failed again, it is');
  });

  test('what is more than one operator moves alone is refunded when a second has approved it, and once', async () => {
    const { id, balance, comeBack } = await deletedSinceCopy();
    cloud.clock.advance(2 * HOUR_MS + MINUTE_MS);
    await comeBack();
    const [one, two] = [await addOperator(cloud.ctx), await addOperator(cloud.ctx)].map(({ ctx }) => ({
      ...ctx,
      rules: { ...ctx.rules, creditAloneMicros: H100_HOUR - 1n },
    }));
    assert.ok(one && two);
    const found = await findUnsettled(one, cloud.engine);
    assert.ok(found);
    const all = { accountId: customer.ctx.accountId, servers: found.unsettled, restore: found.restore };
    assert.deepEqual(pick(await settleByHand(one, { ...all, preview: true })), { takesTwo: true, requestId: null });
    const { requestId } = await settleByHand(one, { ...all, preview: false });
    assert.ok(requestId);
    assert.equal((await settleByHand(one, { ...all, preview: false })).requestId, requestId, 'asked again, it is the same request');
    assert.deepEqual([await status(id), balance - (await customer.balance())], ['ERROR', H100_HOUR]);
    await assert.rejects(decideRequest(one, { requestId, decision: 'approved' }), (error) => isAppError(error, 'SECOND_OPERATOR_REQUIRED'));
    await decideRequest(two, { requestId, decision: 'approved' });
    assert.deepEqual([await status(id), await customer.balance()], ['DELETED', balance]);
    assert.deepEqual(await settleByHand(one, { ...all, preview: false }), { settled: [], takesTwo: false, requestId: null });
  });
});

function pick({ takesTwo, requestId }: SettledByHand) {
  return { takesTwo, requestId };
}
