import type { ServerStatus, ServerTask } from '@boreal/contract/servers/servers.ts';
import { HOURS_PER_MONTH } from '@boreal/contract/billing/billing.ts';
import type { BillingCycle } from '@boreal/contract/shop/catalog.ts';
import type { Database } from '../../../../db/connect.ts';
import type { WorkDisk } from '../../../../db/rows.gen.ts';
import { addMs, DAY_MS } from '../../../../kit/clock.ts';
import { joinPriceText, pricesOfText } from '../../../money/prices/price-in-force.store.ts';
import { DELETED_READABLE_DAYS } from './find-own-server.ts';

/** A server with its plan and price, as lists show it. */
export interface ServerView {
  readonly id: string;
  readonly name: string;
  readonly status: ServerStatus;
  readonly ipv4: string | null;
  readonly sshPort: number | null;
  readonly region: string;
  readonly createdAt: Date;
  readonly modelName: string;
  readonly memoryGb: number;
  readonly gpuCount: number;
  readonly spot: boolean;
  readonly vcores: number;
  readonly ramGb: number;
  readonly storageGb: number;
  /** What it costs per month: 730 hours, or the committed price; with the backup option while that is on. */
  readonly monthMicros: bigint;
}

/** A server with everything that its own page shows. */
export interface ServerDetailView extends ServerView {
  readonly billingCycle: BillingCycle;
  /** The price in force now, or when it was deleted; null if there was none. */
  readonly hourlyMicros: bigint | null;
  readonly task: ServerTask | null;
  readonly ipv6: string | null;
  /** The engine that has its machine; null before the server has a place. */
  readonly engine: string | null;
  readonly planId: string;
  readonly firstActiveAt: Date | null;
  readonly updatedAt: Date;
  readonly sshUser: string;
  readonly localStorageGb: number;
  readonly workDisk: WorkDisk | null;
}

const LISTED = `
  s.id, s.name, s.status, s.ipv4, s.ssh_port as "sshPort", s.region, s.created_at as "createdAt",
  m.name as "modelName", m.memory_gb as "memoryGb", p.gpu_count as "gpuCount", p.spot, p.vcores, p.ram_gb as "ramGb",
  p.storage_gb as "storageGb",
  coalesce(
    s.committed_micros,
    case s.billing_cycle
      when 'hourly' then price.hourly_micros * ${HOURS_PER_MONTH} when 'monthly' then price.monthly_micros else price.annual_micros
    end,
    0
  ) + coalesce(option.monthly_price_micros, 0) as "monthMicros"`;
const DETAIL = `${LISTED},
  s.billing_cycle as "billingCycle", price.hourly_micros as "hourlyMicros", s.task, s.ipv6, s.engine, s.plan_id as "planId",
  s.first_active_at as "firstActiveAt", s.updated_at as "updatedAt",
  coalesce(s.ssh_user, (select username from images where id = s.image_id)) as "sshUser", p.local_storage_gb as "localStorageGb", s.work_disk as "workDisk"`;

const WITH_PLAN = `
  join plans p on p.id = s.plan_id
  join gpu_models m on m.slug = p.gpu_model
  left join backup_options option on option.server_id = s.id and option.enabled`;

/** A page of an account's servers. They have few plans, so a price is looked up once per plan, not per server. */
function pageText(which: string): string {
  return `
    with page as materialized (select * from servers where account_id = $1 and id > $3 and ${which} order by id limit $4),
    ${pricesOfText({ rows: 'page', account: '$1', at: '$2' })}
    select ${LISTED} from page s ${WITH_PLAN} left join price on price.plan_id = s.plan_id order by s.id`;
}

/** Nothing that came after a server's deletion is shown for it. */
const whileThere = `left ${joinPriceText({ row: 's', at: 'coalesce(s.deleted_at, $2)' })}`;

const LIST = { name: 'list-servers', text: pageText(`status <> 'DELETED'`) };
const LIST_STATUS = { name: 'list-servers-by-status', text: pageText('status = $5') };
const LIST_DELETED = {
  name: 'list-deleted-servers',
  text: `
    with page as materialized (
      select * from servers
      where account_id = $1 and id > $3 and status = 'DELETED' and (deleted_at is null or deleted_at > $5) order by id limit $4
    )
    select ${LISTED} from page s ${WITH_PLAN} ${whileThere} order by s.id`,
};
const ONE = {
  name: 'get-server',
  text: `select ${DETAIL} from servers s ${WITH_PLAN} ${whileThere} where s.account_id = $1 and s.id = $3`,
};

/**
 * Servers of an account after an id, oldest first; deleted ones only if requested by that status, while they are readable. A named
 * statement, because consoles and agents poll it.
 */
export async function readServerViews(
  db: Database,
  input: { accountId: string; now: Date; after: string; limit: number; status: ServerStatus | null },
): Promise<readonly ServerView[]> {
  const values = [input.accountId, input.now, input.after, input.limit];
  return (await db.pool.query<ServerView>(queryOf(input, values))).rows;
}

function queryOf({ now, status }: { now: Date; status: ServerStatus | null }, values: readonly unknown[]) {
  if (status === null) return { ...LIST, values: [...values] };
  if (status === 'DELETED') return { ...LIST_DELETED, values: [...values, addMs(now, -DELETED_READABLE_DAYS * DAY_MS)] };
  return { ...LIST_STATUS, values: [...values, status] };
}

/** One server of an account, or null. */
export async function readServerView(
  db: Database,
  input: { accountId: string; now: Date; serverId: string },
): Promise<ServerDetailView | null> {
  const { rows } = await db.pool.query<ServerDetailView>({ ...ONE, values: [input.accountId, input.now, input.serverId] });
  return rows[0] ?? null;
}
