import type { Sql } from '../../../db/connect.ts';
import { readMeterMark } from '../../money/clocks/meter-mark.store.ts';

export interface StatusRow {
  /**
   * The time through which the worker has billed: it advances every minute of product time, whether or not anybody owes anything.
   */
  readonly billedThrough: Date;
  readonly hosts: number;
  readonly silentHosts: number;
  /** Since when the longest silent host has been silent. */
  readonly silentSince: Date | null;
}

/** What the rows say about the worker and the hosts. Hosts that an operator took offline do not count. */
export async function readStatusRow(db: Sql): Promise<StatusRow> {
  const [billedThrough, hosts] = await Promise.all([
    readMeterMark(db),
    db
      .selectFrom('hosts')
      .select((eb) => [
        eb.fn.countAll<bigint>().as('hosts'),
        eb.fn.count<bigint>('silentSince').as('silentHosts'),
        eb.fn.min('silentSince').as('silentSince'),
      ])
      .where('state', '<>', 'offline')
      .executeTakeFirstOrThrow(),
  ]);
  return {
    billedThrough,
    hosts: Number(hosts.hosts),
    silentHosts: Number(hosts.silentHosts),
    silentSince: hosts.silentSince,
  };
}
