import { unheardOf } from '@boreal/contract/fleet/hosts.ts';
import type { Sql } from '../../../db/connect.ts';
import { readMeterMark } from '../../money/clocks/meter-mark.store.ts';

export interface StatusRow {
  /** The time through which the worker has billed: it advances every minute of product time, whether or not anybody owes anything. */
  readonly billedThrough: Date;
  readonly hosts: number;
  readonly silentHosts: number;
  /** Hosts that take no new servers for a reason other than silence; their machines run. */
  readonly withheldHosts: number;
  /** Since when the host that has been silent longest is silent. */
  readonly silentSince: Date | null;
}

/** What the rows say about the worker and the hosts. Ignores hosts that an operator took offline. */
export async function readStatusRow(db: Sql): Promise<StatusRow> {
  const [billedThrough, hosts] = await Promise.all([
    readMeterMark(db),
    db
      .selectFrom('hosts')
      .select((eb) => {
        // Older rows have no reason.
        const unheard = eb.or([eb('silentWhy', 'is', null), eb('silentWhy', 'in', unheardOf)]);
        return [
          eb.fn.countAll<bigint>().as('hosts'),
          eb.fn.count<bigint>('silentSince').filterWhere(unheard).as('silentHosts'),
          eb.fn.count<bigint>('silentSince').filterWhere(eb.not(unheard)).as('withheldHosts'),
          eb.fn.min('silentSince').filterWhere(unheard).as('silentSince'),
        ];
      })
      .where('state', '<>', 'offline')
      .executeTakeFirstOrThrow(),
  ]);
  return {
    billedThrough,
    hosts: Number(hosts.hosts),
    silentHosts: Number(hosts.silentHosts),
    withheldHosts: Number(hosts.withheldHosts),
    silentSince: hosts.silentSince,
  };
}
