import { sql } from 'kysely';
import type { Sql } from '../../../../db/connect.ts';
import { prepared } from '../../../../db/prepared.ts';
import type { MachineType } from '../../../../db/rows.gen.ts';
import type { MachineFirewallRule, MachineSpec } from '../../../../engines/engine.ts';
import { plans } from '../../../money/catalog/catalog.store.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

export interface MachineParts {
  readonly plan: Plan;
  /** The engine's name for it, and the user that can sign in unless the server names another. */
  readonly image: string;
  readonly username: string;
  /** The engine's name for the host. */
  readonly hostName: string;
  readonly machineType: MachineType;
  readonly withGpus: boolean;
  /** Whether the host's servers share one address. */
  readonly sharesAddress: boolean;
  /** The GPUs that the server holds, by slot. */
  readonly gpus: MachineSpec['gpus'];
  readonly firewall: readonly MachineFirewallRule[];
}

/**
 * What a server's machine is made of on a host, its own or another; null if there is no such image or host. One statement, because every
 * start reads it.
 */
export async function readMachineParts(
  db: Sql,
  { id, planId, imageId, poolId }: Pick<ServerRow, 'id' | 'planId' | 'imageId' | 'poolId'>,
  hostId: string,
): Promise<MachineParts | null> {
  const row = await plans(db)
    .innerJoin('images', (join) => join.on('images.id', '=', imageId))
    .innerJoin('hosts', (join) => join.on('hosts.id', '=', hostId))
    .innerJoin('pools', (join) => join.on('pools.id', '=', poolId))
    .where('plans.id', '=', planId)
    .select((eb) => [
      eb.fn.coalesce('images.engineName', 'images.id').as('image'),
      'images.username',
      'hosts.name as hostName',
      'pools.machineType',
      'pools.withGpus',
      eb
        .exists(eb.selectFrom('sharedAddresses').whereRef('sharedAddresses.hostId', '=', 'hosts.id'))
        .$castTo<boolean>()
        .as('sharesAddress'),
      sql<MachineSpec['gpus']>`(
        select coalesce(json_agg(json_build_object('slot', slot, 'device', device) order by slot), '[]') from gpus where server_id = ${id}
      )`.as('gpus'),
      sql<MachineFirewallRule[]>`(
        select coalesce(json_agg(json_build_object('direction', direction, 'protocol', protocol, 'ethertype', ethertype, 'cidr', cidr,
          'portMin', port_min, 'portMax', port_max) order by id), '[]')
        from firewall_rules where server_id = ${id}
      )`.as('firewall'),
    ])
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return null;
  const { image, username, hostName, machineType, withGpus, sharesAddress, gpus, firewall, ...plan } = row;
  return { plan, image, username, hostName, machineType, withGpus, sharesAddress, gpus, firewall };
}
