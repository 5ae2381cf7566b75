import { ensurePartitions } from '../../../../db/migrate.ts';
import { testDatabase, type TestDatabase } from '../../../../db/testing.ts';
import { newId } from '../../../../kit/ids.ts';
import { handClock, type HandClock } from '../../../../kit/hand-clock.ts';
import { createLog } from '../../../../kit/log.ts';
import { ensureMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { seedCatalog } from '../../../money/catalog/seed-catalog.store.ts';
import { createCtx } from '../../../create-ctx.ts';
import type { Ctx, CustomerCtx } from '../../../ground/ctx.ts';
import { insertServer, type ServerRow } from '../../servers/servers.store.ts';
import { untouched } from '../../servers/write-server.ts';

/** For tests: a database with a catalog, and rows of servers as a sale leaves them, without a sale. */
export interface SoldServers {
  readonly db: TestDatabase;
  readonly clock: HandClock;
  readonly ctx: Ctx;
  /** A new account and a context that acts for it. */
  customer(): Promise<CustomerCtx>;
  /** A server of the account; by default active on one H100. */
  server(accountId: string, more?: Partial<ServerRow>): Promise<ServerRow>;
}

export async function soldServers(): Promise<SoldServers> {
  const db = await testDatabase();
  const clock = handClock(new Date('2026-03-01T12:00:00.000Z'));
  const ctx = createCtx({ db, clock, log: createLog('silent') });
  await ensurePartitions(db.sql, clock.now());
  await ensureMeterMark(db.sql, clock.now());
  await ctx.transact((tx) => seedCatalog(tx, clock.now()));
  return {
    db,
    clock,
    ctx,
    async customer() {
      const accountId = newId('account', clock.now());
      const createdAt = clock.now();
      await db.sql.insertInto('accounts').values({ id: accountId, name: 'Customer', createdAt }).execute();
      const environment = {
        id: environmentOf(accountId),
        accountId,
        region: 'canada-montreal',
        name: 'default-canada-montreal',
        createdAt,
      };
      await db.sql.insertInto('environments').values(environment).execute();
      return { ...ctx, accountId };
    },
    async server(accountId, more = {}) {
      const row = { ...activeServer(accountId, clock.now()), ...more };
      await ctx.transact((tx) => insertServer(tx, row));
      return row;
    },
  };
}

function environmentOf(accountId: string): string {
  return `env_of_${accountId}`;
}

function activeServer(accountId: string, now: Date): ServerRow {
  return {
    ...untouched,
    id: newId('server', now),
    accountId,
    environmentId: environmentOf(accountId),
    planId: 'h100-sxm-x1',
    engine: 'simulated',
    imageId: 'ubuntu-24.04-cuda',
    sshUser: 'ubuntu',
    sshKeyId: 'ssh_test',
    publicKey: 'ssh-ed25519 AAAA',
    name: 'trainer',
    region: 'canada-montreal',
    billingCycle: 'hourly',
    status: 'ACTIVE',
    goal: 'running',
    givingUp: null,
    movingFrom: null,
    firstActiveAt: now,
    hostId: null,
    poolId: null,
    systemDisk: null,
    workDisk: null,
    disksHostId: null,
    disksToHostId: null,
    firewallAppliedVersion: 1,
    convergeAt: null,
    deadlineAt: null,
    createdAt: now,
    updatedAt: now,
    backupId: null,
    sourceBackupId: null,
    paidFrom: null,
    paidUntil: null,
    paidMonths: null,
    committedMicros: null,
    traceParent: null,
    tracedAt: null,
  };
}
