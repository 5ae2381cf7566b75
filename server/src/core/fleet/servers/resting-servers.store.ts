import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { keepingAddresses } from '../addresses/addresses.store.ts';
import type { PlanSizes } from '../capacity/capacity.rules.ts';
import type { ServerRow } from './servers.store.ts';

export interface RestingRow extends Pick<ServerRow, 'id' | 'accountId' | 'intent' | 'status'>, PlanSizes {
  readonly hostId: string;
  readonly poolId: string;
  readonly gpuCount: number;
  readonly keepsAddress: boolean;
}

/** Servers on these hosts that are running or off, with nothing in progress: they may be moved. At most a given number per host. */
export async function listResting(db: Sql, input: { hostIds: readonly string[]; perHost: number }): Promise<readonly RestingRow[]> {
  const { rows } = await sql<RestingRow>`
    select resting.*
    from hosts cross join lateral (
      select servers.id, servers.account_id, servers.intent, servers.status, servers.host_id, servers.pool_id, plans.gpu_count, plans.vcores,
        plans.ram_gb, plans.storage_gb, plans.local_storage_gb, ${keepingAddresses(sql`servers.id`)} as keeps_address
      from servers join plans on plans.id = servers.plan_id
      where servers.host_id = hosts.id and servers.pool_id is not null and servers.status in ('ACTIVE', 'STOPPED') and servers.task is null and servers.converge_at is null
      order by servers.id
      limit ${input.perHost}::integer
    ) resting
    where hosts.id = any(${[...input.hostIds]}::text[])
    order by resting.id
  `.execute(db);
  return rows;
}
