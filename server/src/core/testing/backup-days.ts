import { noticeShapes } from '@boreal/contract/account/notices.ts';
import { addMs, MINUTE_MS } from '../../kit/clock.ts';
import { MISSED } from '../fleet/backups/backups.store.ts';
import { getBackups } from '../fleet/backups/get-backups.ts';
import type { Cloud, Customer } from './cloud.ts';
import { readNotices } from './notices.ts';

const TICK_MS = 10 * MINUTE_MS;

/** What becomes of a server's automatic backups, day by day: of the server that the tests have by then. */
export function backupDays(of: () => { readonly cloud: Cloud; readonly customer: Customer; readonly serverId: string }) {
  const rows = () => {
    const { cloud, serverId } = of();
    return cloud.db.sql
      .selectFrom('backups')
      .select(['localDate', 'status', 'createdAt'])
      .where('serverId', '=', serverId)
      .where('kind', '=', 'automatic')
      .where((eb) => eb.or([eb('failure', 'is', null), eb('failure', '<>', MISSED)]))
      .orderBy('id')
      .execute();
  };
  /** The days whose backup was missed, as the list of backups has them. */
  const missed = async () => {
    const { cloud, serverId } = of();
    const found = cloud.db.sql.selectFrom('backups').select('localDate').where('serverId', '=', serverId).where('failure', '=', MISSED);
    return (await found.orderBy('id').execute()).map(({ localDate }) => localDate);
  };
  /** What the account was told of, mail by mail. */
  const mails = async () => {
    const { cloud, customer } = of();
    return (await readNotices(cloud, { accountId: customer.ctx.accountId, kind: 'backup_missed' })).map((data) => {
      const { others = [], ...first } = noticeShapes.backup_missed.parse(data);
      return [first, ...others];
    });
  };
  const told = async () => {
    const { cloud, serverId } = of();
    const { name } = await cloud.server(serverId);
    return (await mails()).flat().filter(({ serverName }) => serverName === name);
  };
  const dates = async () => (await rows()).map((row) => row.localDate);
  /** How many. */
  const events = async (type: string) => {
    const { cloud, serverId } = of();
    const found = cloud.db.sql.selectFrom('serverEvents').select('createdAt').where('serverId', '=', serverId).where('type', '=', type);
    return (await found.execute()).length;
  };
  /** Lets time pass with a worker that does everything when it is due; quiet time is skipped. */
  const live = async (ms: number) => {
    const { cloud, customer, serverId } = of();
    const end = addMs(cloud.clock.now(), ms);
    for (;;) {
      const { option } = await getBackups(customer.ctx, { serverId });
      const next = new Date(option.nextRunAt ?? end);
      if (next >= end) break;
      // What is due and could not begin is retried after a while.
      cloud.clock.moveTo(next > cloud.clock.now() ? next : new Date(Math.min(end.getTime(), addMs(cloud.clock.now(), TICK_MS).getTime())));
      await cloud.meter();
      await cloud.tendBackups();
      await cloud.settle();
      if (cloud.clock.now() >= end) break;
    }
    cloud.clock.moveTo(end);
    await cloud.meter();
    await cloud.tendBackups();
    await cloud.settle();
  };
  /** Moves to a time without anything being done in between, as when no worker runs; billing is caught up. */
  const outage = async (until: Date) => {
    const { cloud } = of();
    cloud.clock.moveTo(until);
    await cloud.meter();
  };

  return { rows, missed, mails, told, dates, events, live, outage };
}
