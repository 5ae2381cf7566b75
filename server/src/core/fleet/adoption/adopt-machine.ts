import { holderOf } from '@boreal/contract/fleet/gpus.ts';
import { adoptionSentences } from '@boreal/contract/request-sentences/adoption.sentences.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Engine, MachineAsFound, MachineGpu } from '../../../engines/engine.ts';
import { invalidRequest, isAppError } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { chargeHoursSince } from '../../money/metering/charge-hours-since.ts';
import { findHostByName, lockPoolsOf, type HostRow } from '../capacity/hosts.store.ts';
import { poolStillThere } from '../capacity/pools/pools.store.ts';
import { insertRule } from '../firewall/firewall.store.ts';
import { reachedBy } from '../forwards/hold-forwards.ts';
import { recordEvent } from '../servers/events/events.store.ts';
import { changeServer, findServer, lockServer } from '../servers/servers.store.ts';
import { insertAdoption } from './adoptions.store.ts';
import { insertAdopted } from './adopted-row.ts';
import { addressesOf, placesOf } from './places-of.ts';
import { requireAdoptable, type Adoptable } from './require-adoptable.ts';
import { findAddressHolder, giveToServer, selectFoundGpus, takeFoundAddresses, takeFoundPorts } from './unknown-holdings.store.ts';

/** The time from which an adopted server is charged: its adoption, or when it began to run. */
export type ChargeFrom = 'now' | 'start';

export interface AdoptionTerms {
  readonly charge: ChargeFrom;
  /** Whether a prepaid server becomes an hourly one: the restored books do not know the card that paid its term. */
  readonly asHourly: boolean;
}

/** A machine that was given its row, or would be. */
export interface Adopted {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly name: string;
  readonly planId: string;
  readonly status: Adoptable['status'];
  readonly hostName: string | null;
  readonly slots: readonly number[];
  /** The time from which its hours are charged; null if it is hibernated. */
  readonly clockFrom: Date | null;
  /** What is charged immediately; the meter charges what follows. Micro-CAD. */
  readonly hours: number;
  readonly chargedMicros: bigint;
}

/** Rolls back a preview. */
class Undone extends Error {
  readonly adopted: Adopted;

  constructor(adopted: Adopted) {
    super('only previewed');
    this.adopted = adopted;
  }
}

/**
 * Gives a machine without a row to its account, as the server that its record names, with everything that it has, and charges what it used.
 * `preview`: does all of it and rolls it back. For operators.
 * @throws INVALID_REQUEST with the reason why it cannot be adopted; nothing is written · EngineError
 */
export async function adoptMachine(ctx: Ctx, engine: Engine, of: AdoptionTerms & { id: string; preview: boolean }): Promise<Adopted> {
  if (await findServer(ctx.db.sql, of.id)) throw invalidRequest('orphan', adoptionSentences.isServer(of.id));
  const adoptable = await requireAdoptable(ctx.db.sql, engine, of);
  try {
    return await ctx.transact(async (tx) => {
      const adopted = await adopt(tx, ctx, engine, { ...of, adoptable });
      if (of.preview) throw new Undone(adopted);
      return adopted;
    });
  } catch (error) {
    if (error instanceof Undone) return error.adopted;
    throw error;
  }
}

async function adopt(tx: Tx, ctx: Ctx, engine: Engine, of: AdoptionTerms & { id: string; adoptable: Adoptable }): Promise<Adopted> {
  const { id, adoptable } = of;
  const { found, record, plan, status, accountName } = adoptable;
  const { accountId, name } = record;
  const now = ctx.clock.now();
  await shareMeterMark(tx);
  const account = await lockAccount(tx, accountId);
  // Nobody could delete a server of a closed account.
  if (account.credit.closedAt !== null) throw invalidRequest('orphan', adoptionSentences.accountClosed(id, accountId));
  // Two operators at the same time: the account's lock let one of them through.
  if (await findServer(tx, id)) throw invalidRequest('orphan', adoptionSentences.isServer(id));
  const host = await requireHost(tx, engine, of);
  const place = status === 'HIBERNATED' ? null : await requirePlace(tx, engine, { ...of, host });
  const clockFrom = status === 'HIBERNATED' ? null : clockStart(adoptable, { charge: of.charge, now });
  const poolId = place?.poolId ?? (await poolStillThere(tx, record.poolId));
  await insertAdopted(tx, { id, adoptable, engine: engine.name, host, poolId, at: now, clockFrom });
  if (place) await takePlace(tx, ctx, { id, found, place });
  for (const rule of found.firewall) await insertRule(tx, { ...rule, serverId: id, version: 1, createdAt: now });
  await insertAdoption(tx, { serverId: id, adoptedAt: now, clockFrom });
  const charged = clockFrom && (await charge(tx, ctx, account, { id, planId: plan.id, from: clockFrom }));
  const { hours, micros: chargedMicros } = charged ?? { hours: 0, micros: 0n };
  await recordEvent(tx, ctx, {
    server: { id, accountId },
    type: 'server.adopted',
    toStatus: status,
    data: { from: clockFrom && clockFrom.toISOString(), hours, chargedMicros: String(chargedMicros) },
  });
  const hostName = found.machine.hostName ?? found.machine.disksOn ?? null;
  await recordAudit(tx, ctx, {
    accountId,
    action: 'server.adopted',
    target: id,
    detail: { name, productId: plan.id, engine: engine.name, hostName, hours, chargedMicros: String(chargedMicros) },
  });
  return {
    id,
    accountId,
    accountName,
    name,
    planId: plan.id,
    status,
    hostName,
    slots: place?.slots ?? [],
    clockFrom,
    hours,
    chargedMicros,
  };
}

/** Its host, or for a hibernated server the one that has its disks; null if they are not on any one host. */
async function requireHost(tx: Tx, engine: Engine, { id, adoptable }: { id: string; adoptable: Adoptable }): Promise<HostRow | null> {
  const { hostName, disksOn } = adoptable.found.machine;
  const name = hostName ?? disksOn ?? null;
  if (name === null) return null;
  const host = await findHostByName(tx, { engine: engine.name, name });
  if (!host) throw invalidRequest('orphan', adoptionSentences.noHost(id, name));
  return host;
}

/** The GPUs of a machine, if they match a plan, are all in one pool, and are nobody else's. The host's pools are locked. */
interface Place {
  readonly hostId: string;
  readonly poolId: string;
  readonly gpus: readonly MachineGpu[];
  readonly slots: readonly number[];
}

async function requirePlace(tx: Tx, engine: Engine, of: { id: string; adoptable: Adoptable; host: HostRow | null }): Promise<Place> {
  const { id: serverId, host } = of;
  const { found, plan } = of.adoptable;
  if (!host) throw invalidRequest('orphan', adoptionSentences.noGpus(serverId, plan.gpuCount));
  await lockPoolsOf(tx, host.id);
  const on = { serverId, hostId: host.id, gpus: await placesOf(tx, engine, { serverId, hostId: host.id, found }) };
  const rows = await selectFoundGpus(tx, on);
  for (const row of rows) {
    const holder = holderOf(row);
    const gpu = `${host.name}/${row.slot}`;
    if (holder !== null && holder !== serverId) throw invalidRequest('orphan', adoptionSentences.gpuTaken(serverId, gpu, holder));
  }
  const [first, ...more] = rows;
  if (!first || rows.length !== plan.gpuCount) throw invalidRequest('orphan', adoptionSentences.noGpus(serverId, plan.gpuCount));
  if (more.some(({ poolId }) => poolId !== first.poolId)) throw invalidRequest('orphan', adoptionSentences.severalPools(serverId));
  const taken = await findAddressHolder(tx, { serverId, ips: addressesOf(found) });
  if (taken) throw invalidRequest('orphan', adoptionSentences.addressTaken(serverId, taken.ip, taken.serverId));
  return { ...on, poolId: first.poolId, slots: rows.map(({ slot }) => slot) };
}

/** Assigns it the GPUs, addresses and ports that its machine has; how it is reached follows from these. */
async function takePlace(tx: Tx, ctx: Ctx, of: { id: string; found: MachineAsFound; place: Place }): Promise<void> {
  const { id: serverId, found } = of;
  const { hostId, gpus } = of.place;
  const at = ctx.clock.now();
  await giveToServer(tx, { serverId, hostId, gpus, at });
  await takeFoundAddresses(tx, { serverId, ips: addressesOf(found), at });
  await takeFoundPorts(tx, { serverId, hostId, ports: found.forwards?.ports ?? [], at });
  const server = await lockServer(tx, serverId);
  const change = await reachedBy(tx, { server: { id: serverId, hostId }, machine: found.machine });
  if (server) await changeServer(tx, server, { at, change });
}

/**
 * The time from which its clock is charged. The machine's record comes first; a server that has not been restarted since it was sold has
 * its boot time. A server whose start failed was never in its customer's hands.
 */
function clockStart({ found, record }: Adoptable, of: { charge: ChargeFrom; now: Date }): Date {
  const { charge: from, now } = of;
  if (from === 'now' || found.machine.power === 'failed') return now;
  const began = record.clockFrom ?? found.bootedAt?.toISOString() ?? record.createdAt;
  return new Date(Math.min(now.getTime(), new Date(began).getTime()));
}

async function charge(tx: Tx, ctx: Ctx, account: LockedAccount, of: { id: string; planId: string; from: Date }) {
  try {
    return await chargeHoursSince(tx, ctx, account, { serverId: of.id, planId: of.planId, from: of.from });
  } catch (error) {
    if (!isAppError(error, 'INSUFFICIENT_CREDITS')) throw error;
    const { requiredMicros, balanceMicros } = error.details;
    throw invalidRequest('orphan', adoptionSentences.notCovered(of.id, { accountId: account.id, requiredMicros, balanceMicros }));
  }
}
