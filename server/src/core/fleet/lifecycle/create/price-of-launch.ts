import type { Sql, Tx } from '../../../../db/connect.ts';
import { notFound } from '../../../../kit/errors.ts';
import { billingMonth } from '../../../ground/calendar.rules.ts';
import { backupPartOfHour } from '../../../money/clocks/backup-part.store.ts';
import { isHourPaid } from '../../../money/clocks/clock-runs.store.ts';
import { findPlan } from '../../../money/catalog/catalog.store.ts';
import { requireRegion } from '../../../money/catalog/regions/require-region.ts';
import { findPrice } from '../../../money/prices/price-in-force.store.ts';
import { requirePrice } from '../../../money/prices/require-price.ts';
import { planNotAvailable } from './place-server.ts';
import { findServer, type ServerRow } from '../../servers/servers.store.ts';

/** What launching a server charges to the credit immediately, and its hourly cost from then on. Micro-CAD. */
export interface LaunchPrice {
  readonly chargeMicros: bigint;
  readonly hourlyMicros: bigint;
}

interface Asked {
  readonly accountId: string;
  readonly at: Date;
}

/** A new server of a plan. @throws NOT_FOUND · PLAN_NOT_AVAILABLE if it has no online price */
export async function priceOfDeployment(
  db: Sql | Tx,
  input: Asked & { productId: string; region?: string | undefined },
): Promise<LaunchPrice> {
  const plan = await findPlan(db, input.productId);
  if (!plan) throw notFound('plan');
  const price = plan.priceOnRequest ? null : await findPrice(db, { planId: plan.id, accountId: input.accountId, at: input.at });
  if (!price) {
    const notSold = plan.purchasable ? 'contact' : 'disabled';
    const { id: region } = await requireRegion(db, input.region);
    throw await planNotAvailable(db, { accountId: input.accountId, at: input.at, plan, region, notSold });
  }
  return { chargeMicros: price.hourlyMicros, hourlyMicros: price.hourlyMicros };
}

/** A new server made from a backup of this one, even if its plan is no longer offered. @throws NOT_FOUND */
export async function priceOfCopy(db: Sql | Tx, input: Asked & { serverId: string }): Promise<LaunchPrice> {
  const { planId } = await ownServer(db, input);
  const { hourlyMicros } = await requirePrice(db, { planId, accountId: input.accountId, at: input.at });
  return { chargeMicros: hourlyMicros, hourlyMicros };
}

/** Restoring a hibernated server: nothing within a paid hour or a prepaid term. @throws NOT_FOUND */
export async function priceOfRestore(db: Sql | Tx, input: Asked & { serverId: string }): Promise<LaunchPrice> {
  const server = await ownServer(db, input);
  if (server.billingCycle !== 'hourly') return { chargeMicros: 0n, hourlyMicros: 0n };
  const hourlyMicros = await hourlyOf(db, server, input);
  return { chargeMicros: (await isHourPaid(db, input)) ? 0n : hourlyMicros, hourlyMicros };
}

/** Powering a server on: nothing immediately, because a stopped server is billed all along. @throws NOT_FOUND */
export async function priceOfStart(db: Sql | Tx, input: Asked & { serverId: string }): Promise<LaunchPrice> {
  const server = await ownServer(db, input);
  return { chargeMicros: 0n, hourlyMicros: server.billingCycle === 'hourly' ? await hourlyOf(db, server, input) : 0n };
}

/** Rebooting a server, or powering it off: its next hour, if it is in ERROR, once its machine is back. @throws NOT_FOUND */
export async function priceOfSwitch(db: Sql | Tx, input: Asked & { serverId: string }): Promise<LaunchPrice> {
  const server = await ownServer(db, input);
  const hourlyMicros = server.billingCycle === 'hourly' ? await hourlyOf(db, server, input) : 0n;
  return { chargeMicros: beginsHour(server) ? hourlyMicros : 0n, hourlyMicros };
}

/** Whether a reboot or power-off begins a paid hour: a server in ERROR is not billed, one that is on or off already is. */
export function beginsHour({ status, billingCycle }: Pick<ServerRow, 'status' | 'billingCycle'>): boolean {
  return status === 'ERROR' && billingCycle === 'hourly';
}

async function hourlyOf(db: Sql | Tx, server: ServerRow, { accountId, at }: Asked): Promise<bigint> {
  const { hourlyMicros } = await requirePrice(db, { planId: server.planId, accountId, at });
  return hourlyMicros + (await backupPartOfHour(db, { serverId: server.id, month: billingMonth(at) }));
}

async function ownServer(db: Sql | Tx, { accountId, serverId }: { accountId: string; serverId: string }): Promise<ServerRow> {
  const server = await findServer(db, serverId);
  if (!server || server.accountId !== accountId || server.status === 'DELETED') throw notFound('server');
  return server;
}
