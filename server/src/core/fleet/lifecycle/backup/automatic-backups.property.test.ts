import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../../kit/clock.ts';
import { AppError } from '../../../../kit/errors.ts';
import { backupDays } from '../../../testing/backup-days.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { createBackup } from './create-backup.ts';
import { getBackups } from '../../backups/get-backups.ts';
import { localDateOf, runAt } from '../../backups/backup-schedule.rules.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';

const RUNS = Number(process.env['BOREAL_PROPERTY_RUNS'] ?? 6);

test('whatever the clock and people do, a local date has one at the most, and one when the server ran all day', async (t) => {
  const cloud = await startCloud({ start: new Date('2027-03-10T15:00:00Z'), hosts: { 'h100-sxm': [8] } });
  t.after(() => cloud.close());
  const customer = await cloud.customer('50000');
  let serverId = await customer.deploy();
  await cloud.settle();
  const { missed, told, dates, events, outage } = backupDays(() => ({ cloud, customer, serverId }));
  const action = fc.oneof(
    fc.constant({ do: 'nothing' } as const),
    fc.record({ do: fc.constant('outage' as const), hours: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ do: fc.constant('hour' as const), hour: fc.integer({ min: 0, max: 23 }) }),
    fc.record({ do: fc.constant('option' as const), enabled: fc.boolean() }),
    fc.record({
      do: fc.constant('act' as const),
      action: fc.constantFrom<ServerAction>('start', 'stop', 'reboot', 'hibernate', 'hibernate-restore'),
    }),
    fc.constantFrom({ do: 'manual' } as const, { do: 'backup fails' } as const, { do: 'calls fail' } as const),
  );
  const step = fc.record({ action, hours: fc.integer({ min: 1, max: 50 }) });
  const perform = async (one: typeof action extends fc.Arbitrary<infer A> ? A : never): Promise<unknown> => {
    switch (one.do) {
      case 'nothing':
        return;
      case 'outage':
        return outage(addMs(cloud.clock.now(), one.hours * HOUR_MS));
      case 'hour':
        return setBackupOption(customer.ctx, { serverId, hourLocal: one.hour });
      case 'option':
        return setBackupOption(customer.ctx, { serverId, enabled: one.enabled, confirmDeleteBackups: true });
      case 'act':
        return customer.act(serverId, one.action);
      case 'manual':
        return createBackup(customer.ctx, { serverId });
      case 'backup fails':
        return cloud.engine.faults.backupFails({ serverId, times: 1 });
      case 'calls fail':
        return cloud.engine.faults.callsFail({ serverId, times: 2 });
    }
  };
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await customer.remove(serverId);
      // Of a name of its own, by which it is known in mails.
      serverId = await customer.deploy('h100-sxm-x1', { name: `run-${(runs += 1)}` });
      await cloud.settle();
      await setBackupOption(customer.ctx, { serverId, enabled: true });
      const ran = async () =>
        ['ACTIVE', 'STOPPED'].includes((await cloud.server(serverId)).status) &&
        (await getBackups(customer.ctx, { serverId })).option.enabled;
      for (const one of steps) {
        await refusedOrDone(() => perform(one.action));
        // What was begun comes to rest, and faults have struck.
        await cloud.pass(2 * HOUR_MS, HOUR_MS);
        const from = cloud.clock.now();
        const before = await ran();
        await cloud.pass(one.hours * HOUR_MS, HOUR_MS);
        const made = await dates();
        assert.equal(await events('backup.missed'), (await missed()).length);
        assert.ok(
          (await told()).length <= Math.min((await missed()).length, (await events('backup.started')) + 1),
          'told of each day of an outage',
        );
        assert.equal(new Set(made).size, made.length, `a date twice in ${made.join(' ')}`);
        if (!before || !(await ran())) continue;
        for (const date of wholeDays(from, cloud.clock.now())) assert.ok(made.includes(date), `no backup of ${date} in ${made.join(' ')}`);
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

/** The local dates that fall wholly within a time, and whose backup would be over in it. */
function wholeDays(from: Date, to: Date): string[] {
  const found: string[] = [];
  for (let noon = addMs(from, 12 * HOUR_MS); noon < to; noon = addMs(noon, DAY_MS)) {
    const date = localDateOf(noon);
    const [first, last] = [runAt(date, { serverId: '', hourLocal: 0 }), runAt(date, { serverId: '', hourLocal: 23 })];
    if (addMs(first, -HOUR_MS) >= from && addMs(last, 2 * HOUR_MS) <= to) found.push(date);
  }
  return found;
}

/** Refusals are answers; anything else is a bug. */
async function refusedOrDone(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
