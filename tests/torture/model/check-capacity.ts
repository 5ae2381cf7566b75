import type { Cloud } from '../../../server/src/core/testing/cloud.ts';
import { powerAt } from '../machine-record.ts';
import type { Facts } from './facts.ts';

const POWERS: Readonly<Record<string, readonly string[]>> = {
  ACTIVE: ['running'],
  STOPPED: ['stopped'],
  HIBERNATED: ['hibernated'],
  DELETED: ['absent'],
};
const HOLDS_CARDS: readonly string[] = ['ACTIVE', 'STOPPED'];

/** When all is at rest: machines are where their servers are said to be, with their cards and disks, and with nobody else's. */
export async function checkCapacity(cloud: Cloud, { seen, record, notes, end }: Facts): Promise<string[]> {
  const wrong: string[] = [];
  const { rows: cards } = await cloud.db.pool.query<{ serverId: string; held: number; leaving: number; hosts: number }>(
    `select coalesce(server_id, leaving_server_id) as "serverId", count(server_id)::int as held, count(leaving_server_id)::int as leaving,
       count(distinct host_id)::int as hosts
     from gpus where server_id is not null or leaving_server_id is not null group by 1`,
  );
  for (const server of seen.servers) {
    const { id, status, task, planId } = server;
    const power = powerAt(record.get(id) ?? [], end);
    if (task !== null) wrong.push(`${id} is ${status} and still ${task}`);
    if (POWERS[status] && !POWERS[status].includes(power)) wrong.push(`${id} is ${status}, and its machine is ${power}`);
    if (!POWERS[status] && status !== 'ERROR') wrong.push(`${id} is still ${status}`);
    if (status === 'ERROR' && power === 'running') wrong.push(`${id} is in ERROR, and its machine runs`);
    const own = cards.find(({ serverId }) => serverId === id);
    const wanted = HOLDS_CARDS.includes(status) ? Number(/-x(\d+)/.exec(planId)?.[1]) : 0;
    if (status !== 'ERROR' && (own?.held ?? 0) !== wanted) wrong.push(`${id} is ${status} and holds ${own?.held ?? 0} cards of ${wanted}`);
    if (own && (own.hosts > 1 || own.leaving > 0)) wrong.push(`${id} has cards of ${own.hosts} hosts, and leaves ${own.leaving}`);
    const disk = notes.disks.get(id);
    if (disk !== undefined && status !== 'DELETED' && (await cloud.engine.readDisk(id)) !== disk) wrong.push(`${id} has lost its disk`);
  }
  for (const machine of await cloud.engine.list(new AbortController().signal)) {
    const server = seen.servers.find(({ id }) => id === machine.serverId);
    if (!server || server.status === 'DELETED')
      wrong.push(`there is a machine ${machine.serverId}, and its server is ${server?.status ?? 'nobody’s'}`);
  }
  return wrong;
}
