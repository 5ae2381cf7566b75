import { BackupStarted } from '@boreal/contract/servers/backups.ts';
import { addMs, DAY_MS } from '../../server/src/kit/clock.ts';
import type { Member, RestCloud } from './rest-cloud.ts';
import { read, restClient, type RestClient } from './rest-client.ts';
import { succeeded } from './walk-requests.ts';

/** A customer with a running server. */
export interface BackupOwner extends RestClient {
  readonly member: Member;
  readonly serverId: string;
  /** Where the option of the server and its backups are. */
  readonly backups: string;
}

export async function backupOwner(rest: RestCloud, cad = '100'): Promise<BackupOwner> {
  const member = await rest.member(cad);
  const serverId = await member.deploy();
  await rest.cloud.settle();
  return { ...restClient(rest, member), member, serverId, backups: `/servers/${serverId}/backups` };
}

/** The same, with the option on and a manual backup that is ready. */
export async function backedUpOwner(rest: RestCloud, cad?: string): Promise<BackupOwner & { readonly backupId: string }> {
  const one = await backupOwner(rest, cad);
  succeeded(await one.put(one.backups, { enabled: true }), 'the option');
  const { id } = read(await one.post(one.backups), BackupStarted);
  await rest.cloud.settle();
  return { ...one, backupId: id };
}

/** Gives up the server, so that its GPU is free for the next test. */
export async function leave(rest: RestCloud, { member, serverId }: BackupOwner): Promise<void> {
  await member.remove(serverId);
  await rest.cloud.settle();
}

/** Makes the server a prepaid one whose term of so many days is half over. */
export async function prepay(
  rest: RestCloud,
  { serverId }: BackupOwner,
  billingCycle: 'monthly' | 'annual',
  days: number,
): Promise<{ end: Date; halfMs: number }> {
  const { clock, db } = rest.cloud;
  const halfMs = (days / 2) * DAY_MS;
  const [paidFrom, paidUntil] = [addMs(clock.now(), -halfMs), addMs(clock.now(), halfMs)];
  await db.sql.updateTable('servers').set({ billingCycle, paidFrom, paidUntil }).where('id', '=', serverId).execute();
  return { end: paidUntil, halfMs };
}
