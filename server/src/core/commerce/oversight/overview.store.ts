import { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Sql } from '../../../db/connect.ts';
import { isHeld } from '../../fleet/capacity/gpus/free-gpus.store.ts';

const Counts = z.object({
  accounts: z.coerce.number(),
  suspended: z.coerce.number(),
  gpus: z.coerce.number(),
  held: z.coerce.number(),
  gpusAside: z.coerce.number(),
  accepting: z.coerce.number(),
  draining: z.coerce.number(),
  offline: z.coerce.number(),
  silent: z.coerce.number(),
  ticketsWaiting: z.coerce.number(),
  requests: z.coerce.number(),
  mailWaiting: z.coerce.number(),
  mailGivenUp: z.coerce.number(),
});
export type Counts = z.infer<typeof Counts>;

/** The counts that an operator looks at first. */
export async function countHouse(db: Sql): Promise<Counts> {
  const { rows } = await sql`
    select
      (select count(*) from accounts) as accounts,
      (select count(*) from ledger_accounts where suspended_at is not null and closed_at is null) as suspended,
      (select count(*) from gpus where state <> 'removed') as gpus,
      (select count(*) from gpus where ${isHeld}) as held,
      (select count(*) from gpus where state in ('suspect', 'quarantined')) as gpus_aside,
      (select count(*) from hosts where state = 'accepting' and silent_since is null) as accepting,
      (select count(*) from hosts where state = 'draining') as draining,
      (select count(*) from hosts where state = 'offline') as offline,
      (select count(*) from hosts where silent_since is not null and silent_why is distinct from 'closed' and state <> 'offline') as silent,
      (select count(*) from tickets where status in ('open', 'waiting_for_operator')) as tickets_waiting,
      (select count(*) from operator_requests where decision is null) as requests,
      (select count(*) from mail_deliveries where status = 'waiting') as mail_waiting,
      (select count(*) from mail_deliveries where status = 'given_up') as mail_given_up
  `.execute(db);
  return Counts.parse(rows[0]);
}

/** Servers that are not deleted, by status; every status is present. */
export async function countServers(db: Sql): Promise<{ status: ServerStatus; count: number }[]> {
  const rows = await db
    .selectFrom('servers')
    .select((eb) => ['status', eb.fn.countAll<bigint>().as('count')])
    .where('status', '<>', 'DELETED')
    .groupBy('status')
    .execute();
  const found = new Map(rows.map(({ status, count }) => [status, Number(count)]));
  return ServerStatus.options.filter((status) => status !== 'DELETED').map((status) => ({ status, count: found.get(status) ?? 0 }));
}
