import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import { untilNotBrokenOff } from '../../../db/transact.ts';
import type { Servers } from '../../../db/rows.gen.ts';
import { notFound } from '../../../kit/errors.ts';

export type ServerRow = Selectable<Servers>;

const locked = Symbol('locked');

/**
 * A server's row, locked until the transaction ends. Changing a server requires one, and only the functions that lock the row return one.
 */
export type LockedServer = ServerRow & { readonly [locked]: true };

/** What an accepted wish, a finished step or a paid term changes in a server's row. */
export type ServerChange = Partial<
  Pick<
    ServerRow,
    | 'status'
    | 'task'
    | 'goal'
    | 'intent'
    | 'rebootIntent'
    | 'givingUp'
    | 'movingFrom'
    | 'backupId'
    | 'firstActiveAt'
    | 'hostId'
    | 'disksHostId'
    | 'disksToHostId'
    | 'ipv4'
    | 'ipv6'
    | 'sshPort'
    | 'firewallAppliedVersion'
    | 'convergeAt'
    | 'deadlineAt'
    | 'attempts'
    | 'phase'
    | 'waitReason'
    | 'deletedAt'
    | 'paidFrom'
    | 'paidUntil'
    | 'paidMonths'
    | 'committedMicros'
  >
>;

export async function insertServer(tx: Tx, row: Insertable<Servers>): Promise<void> {
  await tx.insertInto('servers').values(row).execute();
}

export function findServer(db: Sql | Tx, serverId: string): Promise<ServerRow | null> {
  return firstOrNull(db.selectFrom('servers').selectAll().where('id', '=', serverId));
}

/** The engine that has the server's machine; null before the server has a place. */
export async function findEngineOf(db: Sql, serverId: string): Promise<string | null> {
  const row = await db.selectFrom('servers').select('engine').where('id', '=', serverId).executeTakeFirst();
  return row?.engine ?? null;
}

/** Locks a server's row until the transaction ends. */
export async function lockServer(tx: Tx, serverId: string): Promise<LockedServer | null> {
  const row = await tx.selectFrom('servers').selectAll().where('id', '=', serverId).forUpdate().executeTakeFirst();
  return row ? { ...row, [locked]: true } : null;
}

/** Locks the servers that should run on GPUs that this one's machine has yet to leave, in the order of their ids. */
export async function lockServersAwaiting(tx: Tx, leavingServerId: string): Promise<readonly LockedServer[]> {
  const rows = await tx
    .selectFrom('servers')
    .selectAll()
    .where('goal', '=', 'running')
    .where('id', 'in', (eb) =>
      eb.selectFrom('gpus').select('serverId').where('leavingServerId', '=', leavingServerId).$narrowType<{ serverId: string }>(),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, [locked]: true }));
}

/** Locks a server of the account that is not deleted; 404 otherwise. */
export async function lockOwnServer(tx: Tx, input: { accountId: string; serverId: string }): Promise<LockedServer> {
  const server = await lockServer(tx, input.serverId);
  if (!server || server.accountId !== input.accountId || server.status === 'DELETED') throw notFound('server');
  return server;
}

export async function changeServer(tx: Tx, server: LockedServer, input: { at: Date; change: ServerChange }): Promise<void> {
  await tx
    .updateTable('servers')
    .set({ ...input.change, updatedAt: input.at })
    .where('id', '=', server.id)
    .execute();
}

/**
 * Takes the lease on a server that has work due and that nobody else holds; otherwise null. Uses real time, because the lease guards real
 * processes.
 */
export function claimServer(db: Sql, input: { serverId: string; now: Date; wall: Date; leaseUntil: Date }): Promise<ClaimedServer | null> {
  const claim = db
    .updateTable('servers')
    .set((eb) => ({ leaseToken: eb('leaseToken', '+', 1), leaseUntil: input.leaseUntil }))
    .where('id', '=', input.serverId)
    .where('convergeAt', '<=', input.now)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', input.wall)]))
    .returningAll()
    .returning((eb) =>
      eb
        .exists(
          eb.selectFrom('gpus').select('slot').whereRef('gpus.serverId', '=', 'servers.id').where('gpus.leavingServerId', 'is not', null),
        )
        .$castTo<boolean>()
        .as('awaitsGpus'),
    );
  return untilNotBrokenOff(() => firstOrNull(claim));
}

/** A server whose lease we hold, and whether another machine has yet to leave its GPUs. */
export type ClaimedServer = ServerRow & { readonly awaitsGpus: boolean };

/** Extends the lease, unless another worker has taken it or it was released meanwhile. */
export async function prolongLease(db: Sql, { id, leaseToken }: ServerRow, { until }: { until: Date }): Promise<void> {
  await db
    .updateTable('servers')
    .set({ leaseUntil: until })
    .where('id', '=', id)
    .where('leaseToken', '=', leaseToken)
    .where('leaseUntil', 'is not', null)
    .execute();
}

/**
 * Releases a lease and sets when to look again, after a look that changed nothing else. False, without a change, if another worker has
 * taken the lease or there is a newer wish.
 */
export async function releaseUntil(
  db: Sql,
  claimed: ServerRow,
  change: Pick<ServerRow, 'phase' | 'waitReason' | 'convergeAt' | 'attempts' | 'updatedAt'>,
): Promise<boolean> {
  const release = db
    .updateTable('servers')
    .set({ ...change, leaseUntil: null })
    .where('id', '=', claimed.id)
    .where('leaseToken', '=', claimed.leaseToken)
    .where('intent', '=', claimed.intent)
    .returning('id');
  return (await untilNotBrokenOff(() => firstOrNull(release))) !== null;
}

/** Takes the lease on a hibernated server that has no work; otherwise null. */
export function claimHibernated(db: Sql, input: { serverId: string; wall: Date; leaseUntil: Date }): Promise<ServerRow | null> {
  const claim = db
    .updateTable('servers')
    .set((eb) => ({ leaseToken: eb('leaseToken', '+', 1), leaseUntil: input.leaseUntil }))
    .where('id', '=', input.serverId)
    .where('status', '=', 'HIBERNATED')
    .where('task', 'is', null)
    .where('convergeAt', 'is', null)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', input.wall)]))
    .returningAll();
  return untilNotBrokenOff(() => firstOrNull(claim));
}

/** Records that the disks of a hibernated server are on another host now. No effect if another worker has taken the lease since. */
export async function noteDisksMoved(tx: Tx, claimed: ServerRow, { hostId }: { hostId: string }): Promise<void> {
  await tx
    .updateTable('servers')
    .set({ disksHostId: hostId, disksToHostId: null })
    .where('id', '=', claimed.id)
    .where('leaseToken', '=', claimed.leaseToken)
    .execute();
}

/** Releases the lease, unless another worker has taken it since. Returns whether work has arrived meanwhile, which nobody could begin. */
export async function releaseLease(tx: Tx, server: { id: string; leaseToken: number }): Promise<boolean> {
  const row = await tx
    .updateTable('servers')
    .set({ leaseUntil: null })
    .where('id', '=', server.id)
    .where('leaseToken', '=', server.leaseToken)
    .returning('convergeAt')
    .executeTakeFirst();
  return row !== undefined && row.convergeAt !== null;
}

/** Servers whose work is due and that nobody holds, those due longest first; at most a given number of each engine. */
export async function listDueServers(db: Sql, input: { now: Date; wall: Date; limit: number }): Promise<readonly string[]> {
  return (await listDueWork(db, input)).map(({ id }) => id);
}

/** The same, with the time since when the work is due (product time): what a sweeper wakes. */
export async function listDueWork(
  db: Sql,
  input: { now: Date; wall: Date; limit: number },
): Promise<readonly { readonly id: string; readonly dueAt: Date }[]> {
  const due = db
    .selectFrom('servers')
    .select(['id', 'convergeAt'])
    .select((eb) =>
      eb.fn
        .agg<bigint>('row_number')
        .over((over) => over.partitionBy('engine').orderBy('convergeAt').orderBy('id'))
        .as('n'),
    )
    .where('convergeAt', '<=', input.now)
    .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', input.wall)]));
  const rows = await db
    .selectFrom(due.as('due'))
    .select(['id', 'convergeAt'])
    .where('n', '<=', BigInt(input.limit))
    .orderBy('convergeAt')
    .orderBy('id')
    .execute();
  return rows.map(({ id, convergeAt }) => ({ id, dueAt: convergeAt ?? input.now }));
}

/** When the next server has work (product time); null if no server has any. */
export async function nextConvergeAt(db: Sql): Promise<Date | null> {
  const row = await db
    .selectFrom('servers')
    .select((eb) => eb.fn.min('convergeAt').as('at'))
    .where('convergeAt', 'is not', null)
    .executeTakeFirst();
  return row?.at ?? null;
}

export type WatchedServer = Pick<ServerRow, 'id' | 'accountId' | 'status' | 'goal' | 'intent' | 'phase'> & {
  /** Something is in progress, or due. */
  readonly busy: boolean;
};

/**
 * An engine's servers that have been active and whose machine somebody pays for, or should again. Servers being hibernated or removed are
 * not billed, and a restore has its own deadline.
 */
export function listWatchedServers(db: Sql, engine: string): Promise<readonly WatchedServer[]> {
  return watchedServers(db, engine).execute();
}

/** One of them; null if it is not watched. */
export function findWatchedServer(db: Sql, of: { engine: string; serverId: string }): Promise<WatchedServer | null> {
  return firstOrNull(watchedServers(db, of.engine).where('id', '=', of.serverId));
}

function watchedServers(db: Sql, engine: string) {
  return db
    .selectFrom('servers')
    .select(['id', 'accountId', 'status', 'goal', 'intent', 'phase'])
    .select((eb) =>
      eb
        .or([eb('task', 'is not', null), eb('convergeAt', 'is not', null)])
        .$castTo<boolean>()
        .as('busy'),
    )
    .where('engine', '=', engine)
    .where('status', 'in', ['ACTIVE', 'STOPPED', 'REBOOTING', 'ERROR'])
    .where((eb) => eb.or([eb('task', 'is', null), eb('task', 'in', ['starting', 'stopping', 'moving', 'backing_up'])]))
    .where('firstActiveAt', 'is not', null);
}

/** A server locked by its step, and what it may have besides its row; most have neither. */
export type SteppedServer = LockedServer & {
  /** Whether its machine has yet to leave GPUs that the server no longer holds. */
  readonly leavesGpus: boolean;
  /** Whether ports of a shared address lead to it. */
  readonly isForwarded: boolean;
};

/**
 * Locks a server and ends our lease on it, in one statement; null if another worker has taken the lease. Taking GPUs from a server changes
 * its wish, and giving it ports changes its rules, so both flags stay true until one of those changes.
 */
export async function endLease(tx: Tx, claimed: Pick<ServerRow, 'id' | 'leaseToken'>): Promise<SteppedServer | null> {
  const row = await tx
    .updateTable('servers')
    .set({ leaseUntil: null })
    .where('id', '=', claimed.id)
    .where('leaseToken', '=', claimed.leaseToken)
    .returningAll()
    .returning((eb) => [
      eb
        .exists(eb.selectFrom('gpus').whereRef('gpus.leavingServerId', '=', 'servers.id'))
        .$castTo<boolean>()
        .as('leavesGpus'),
      eb
        .exists(eb.selectFrom('publicPorts').whereRef('publicPorts.serverId', '=', 'servers.id'))
        .$castTo<boolean>()
        .as('isForwarded'),
    ])
    .executeTakeFirst();
  return row ? { ...row, [locked]: true } : null;
}

/** A server's status, and when it was deleted; null if it belongs to another account. */
export function findOwnStatus(
  db: Sql,
  { accountId, serverId }: { accountId: string; serverId: string },
): Promise<Pick<ServerRow, 'status' | 'deletedAt'> | null> {
  const query = db.selectFrom('servers').select(['status', 'deletedAt']).where('id', '=', serverId).where('accountId', '=', accountId);
  return firstOrNull(query);
}
