import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDateOf } from '../../server/src/core/fleet/backups/backup-schedule.rules.ts';
import { getBackups } from '../../server/src/core/fleet/backups/get-backups.ts';
import { setBackupOption } from '../../server/src/core/fleet/backups/set-backup-option.ts';
import { billingMonth } from '../../server/src/core/ground/calendar.rules.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { startCloud, type Cloud, type Customer } from '../../server/src/core/testing/cloud.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';

const DAYS = 366;
const CEILING_MICROS = 9_990_000n;
/** On 2027-03-14 there is no 02:00, on 2027-11-07 there are two 01:00: the hour is moved in between. */
const SUMMER = new Date('2027-07-01T16:00:00Z');

test('a year of a server: one automatic backup each local day, the ceiling of every month held, and the money agrees', async (t) => {
  const cloud = await startCloud({ start: new Date('2026-12-31T17:00:00Z'), hosts: { l4: [1] } });
  t.after(() => cloud.close());
  const customer = await cloud.customer('15000');
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId, enabled: true, hourLocal: 2 });
  const begun = cloud.clock.now();
  const end = addMs(begun, DAYS * DAY_MS);
  await liveUntil(cloud, customer, { serverId, end: SUMMER });
  await setBackupOption(customer.ctx, { serverId, hourLocal: 1 });
  await liveUntil(cloud, customer, { serverId, end });

  for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  assert.deepEqual(await automaticDates(cloud, serverId), datesBetween(begun, end));
  const { hours, byMonth } = await usageOf(cloud, serverId);
  assert.ok(hours >= DAYS * 24 && hours <= DAYS * 24 + 1, `${hours} hours were billed`);
  const months = [...byMonth.values()];
  assert.ok(
    months.every((micros) => micros <= CEILING_MICROS),
    'no month passes its ceiling',
  );
  assert.ok(months.filter((micros) => micros === CEILING_MICROS).length >= 7, 'months of 31 days reach it');
});

/** On from one run that falls due to the next, with the meter and the worker's tasks; a day at a time at the most. */
async function liveUntil(cloud: Cloud, customer: Customer, { serverId, end }: { serverId: string; end: Date }): Promise<void> {
  while (cloud.clock.now() < end) {
    const { option } = await getBackups(customer.ctx, { serverId });
    const due = [addMs(cloud.clock.now(), DAY_MS), end, new Date(option.nextRunAt ?? end)];
    const next = due.toSorted((a, b) => a.getTime() - b.getTime()).find((at) => at > cloud.clock.now());
    cloud.clock.moveTo(next ?? end);
    await cloud.meter();
    await cloud.tendBackups();
    await cloud.settle();
  }
}

async function automaticDates(cloud: Cloud, serverId: string): Promise<(string | null)[]> {
  const rows = await cloud.db.sql
    .selectFrom('backups')
    .select('localDate')
    .where('serverId', '=', serverId)
    .where('kind', '=', 'automatic')
    .orderBy('localDate')
    .execute();
  return rows.map((row) => row.localDate);
}

/** Every Toronto date after the day of the start up to the last whose early morning came. */
function datesBetween(begun: Date, end: Date): string[] {
  const dates = new Set<string>();
  for (let at = addMs(begun, DAY_MS); at <= end; at = addMs(at, HOUR_MS)) dates.add(localDateOf(at));
  return [...dates];
}

async function usageOf(cloud: Cloud, serverId: string): Promise<{ hours: number; byMonth: ReadonlyMap<string, bigint> }> {
  const rows = await cloud.db.sql
    .selectFrom('usageHours')
    .select(['periodStart', 'backupMicros'])
    .where('serverId', '=', serverId)
    .execute();
  const byMonth = new Map<string, bigint>();
  for (const { periodStart, backupMicros } of rows) {
    const month = billingMonth(periodStart).start.toISOString();
    byMonth.set(month, (byMonth.get(month) ?? 0n) + backupMicros);
  }
  return { hours: rows.length, byMonth };
}
