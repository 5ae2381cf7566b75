import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { hasRoomFor } from '../fleet/capacity/capacity.rules.ts';
import { stockByModel } from '../fleet/capacity/places/stock.store.ts';
import { placeServer } from '../fleet/lifecycle/create/place-server.ts';
import { writeServer } from '../fleet/servers/write-server.ts';
import { isAppError } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { listPlans } from '../money/catalog/catalog.store.ts';
import type { Plan } from '../money/catalog/plan.ts';
import type { Cloud, Customer } from './cloud.ts';

const region = 'canada-montreal';

/** The engine's machines and backups may not take more of a host than it has, according to the engine's own rows. */
export async function checkRooms(cloud: Cloud): Promise<void> {
  const now = cloud.clock.now();
  const { rows: machines } = await sql<{
    hostName: string;
    on: boolean;
    vcores: number;
    ramGb: number;
    storageGb: number;
    localStorageGb: number;
  }>`
    select host_name, not (to_power in ('hibernated', 'stopped') and ready_at <= ${now}) as on, (spec ->> 'vcores')::integer as vcores,
      (spec ->> 'ramGb')::integer as ram_gb, (spec ->> 'storageGb')::integer as storage_gb,
      (spec ->> 'localStorageGb')::integer as local_storage_gb
    from simulated_engine.machine where not (to_power = 'absent' and ready_at <= ${now})
  `.execute(cloud.db.sql);
  for (const [name, found] of cloud.found) {
    const there = machines.filter(({ hostName }) => hostName === name);
    const sum = (of: (machine: (typeof machines)[number]) => number) => there.reduce((total, machine) => total + of(machine), 0);
    const { cores, memoryGb, storages } = found;
    assert.ok(sum(({ on, vcores }) => (on ? vcores : 0)) <= cores, `the machines on ${name} have more than its ${cores} cores`);
    assert.ok(sum(({ on, ramGb }) => (on ? ramGb : 0)) <= memoryGb, `the machines on ${name} have more than its ${memoryGb} GB`);
    const { system, work } = storages;
    if (!system || !work) continue;
    const [onSystem, onWork] = [sum(({ storageGb }) => storageGb), sum(({ localStorageGb }) => localStorageGb)];
    const fits = system.name === work.name ? onSystem + onWork <= system.sizeGb : onSystem <= system.sizeGb && onWork <= work.sizeGb;
    assert.ok(fits, `disks of ${onSystem} and ${onWork} GB lie on ${name}, which has ${system.sizeGb} and ${work.sizeGb}`);
  }
}

/** What is reported in stock can be placed, and what is not, cannot. */
export async function checkPlaceable(cloud: Cloud, customer: Customer): Promise<void> {
  const stock = await stockByModel(cloud.db.sql, { region });
  const plans = (await listPlans(cloud.db.sql)).filter(({ gpuModel }) => stock.has(gpuModel));
  for (const plan of plans) {
    assert.equal(await canBePlaced(cloud, customer, plan), hasRoomFor(stock, plan), `whether ${plan.id} can be placed as stock says`);
  }
}

class Undone extends Error {}

/** Tries it, and rolls it back. */
async function canBePlaced(cloud: Cloud, { ctx, sshKeyId }: Customer, plan: Plan): Promise<boolean> {
  const { accountId } = ctx;
  const accounts = await cloud.db.sql.selectFrom('accounts').select('id').execute();
  const sale = { lockedAccountIds: new Set(accounts.map(({ id }) => id)), mayAskAgain: false };
  const id = newId('server', ctx.clock.now());
  try {
    await ctx.transact(async (tx) => {
      const image = await tx.selectFrom('images').select('id').limit(1).executeTakeFirstOrThrow();
      const rest = {
        name: 'tried',
        imageId: image.id,
        sshUser: null,
        sshKeyId,
        publicKey: '',
        sourceBackupId: null,
        billingCycle: 'hourly',
        committedMicros: null,
      } as const;
      await writeServer(tx, ctx, { ...rest, id, plan, region, goal: 'gone', convergeAt: null, deadlineAt: null });
      await placeServer(tx, ctx, sale, { serverId: id, accountId, plan, region, engine: null });
      throw new Undone();
    });
    return false;
  } catch (error) {
    if (error instanceof Undone) return true;
    if (isAppError(error, 'PLAN_NOT_AVAILABLE')) return false;
    throw error;
  }
}
