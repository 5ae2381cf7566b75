import assert from 'node:assert/strict';
import { MINUTE_MS } from '../../../../kit/clock.ts';
import { isAppError } from '../../../../kit/errors.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { adoptMachine, type AdoptionTerms } from '../adopt-machine.ts';

export const fromNow: AdoptionTerms = { charge: 'now', asHourly: false };

/** A cloud with three customers, each with a server that has run for twenty minutes. */
export async function startRentedCloud(): Promise<{ cloud: Cloud; customers: readonly [Customer, Customer, Customer] }> {
  const cloud = await startCloud({ hosts: { 'h100-sxm': [8, 4], l4: [4] } });
  const customers = [await cloud.customer('2000'), await cloud.customer('2000'), await cloud.customer('2000')] as const;
  for (const customer of customers) await customer.deploy();
  await cloud.settle();
  await cloud.pass(20 * MINUTE_MS);
  return { cloud, customers };
}

/** Closes it, after checking that the ledger and the GPUs agree with the rest, whatever the test did. */
export async function closeSound(cloud: Cloud): Promise<void> {
  try {
    await cloud.settle();
    await cloud.runSchedules(['meter']);
    assert.deepEqual(await brokenChecks(cloud), []);
    await checkGpus(cloud);
  } finally {
    await cloud.close();
  }
}

/** Runs what the schedule does to find machines without a row. */
export function look(cloud: Cloud): Promise<void> {
  return cloud.runSchedules(['watch']);
}

export function adopt(cloud: Cloud, id: string, terms = fromNow) {
  return adoptMachine(cloud.ctx, cloud.engine, { id, ...terms, preview: false });
}

/** Why a machine cannot be adopted; checks that nothing is written then. */
export async function refusal(cloud: Cloud, id: string, terms = fromNow): Promise<string> {
  const before = await everything(cloud);
  const error = await adopt(cloud, id, terms).then(
    () => assert.fail('it was adopted'),
    (refused: unknown) => refused,
  );
  assert.ok(isAppError(error, 'INVALID_REQUEST'), String(error));
  assert.deepEqual(await everything(cloud), before);
  return error.message;
}

/** How many GPUs are kept for a machine without a row. */
export async function kept(cloud: Cloud, id: string): Promise<number> {
  return (await cloud.db.sql.selectFrom('gpus').select('slot').where('orphanId', '=', id).execute()).length;
}

/** Rows that an adoption would write. */
export async function everything(cloud: Cloud) {
  const tables = [
    'servers',
    'gpus',
    'clock_runs',
    'usage_hours',
    'transfers',
    'adoptions',
    'server_events',
    'audit_entries',
    'firewall_rules',
  ];
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await cloud.db.pool.query(
        `select coalesce(string_agg(t::text, e'\n' order by t::text), '') as text from ${table} t`,
      );
      return [table, rows[0].text];
    }),
  );
  return Object.fromEntries(texts);
}

export async function brokenChecks(cloud: Cloud) {
  return (await verifyLedger(cloud.db.sql)).filter(({ broken }) => broken.length > 0);
}
