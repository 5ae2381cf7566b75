import type { Engine, Observed } from '../../../../engines/engine.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { exchangeHolders, lockAsSeen, selectHeldGpus } from './given-gpus.store.ts';
import { lockPoolsOf } from '../hosts.store.ts';

/** A server as it was before its engine was asked for machines: `intent` is its latest wish then. */
export interface ServerBefore {
  readonly id: string;
  readonly status: string;
  readonly intent: number;
  /** Something was in progress, or due. */
  readonly busy: boolean;
}

interface GivenGpus extends Pick<Observed, 'hostName'> {
  readonly devices: readonly string[];
  /** Null: they are its own whatever its server is at. */
  readonly intent: number | null;
}

/**
 * What our rows say of a host's GPUs follows their machines. An engine may choose by itself which a machine gets: so that a GPU that is
 * set aside, fails or is exchanged is the one that it is. And after an older copy of the database was restored, a server that has
 * hibernated and was woken since has others than its row says, which would be sold again. What a server has stays as much as it was.
 * For every look. `watched`: as they were before it; a server that is in progress, or has been since, may have yet to start on what it
 * was given. Answers the servers whose machines have GPUs that our rows cannot say.
 */
export async function noteGivenGpus(
  ctx: Ctx,
  engine: Engine,
  seen: { machines: readonly Observed[]; watched: readonly ServerBefore[] },
): Promise<readonly string[]> {
  const atRest = new Map(seen.watched.filter(isAtRest).map(({ id, intent }) => [id, intent]));
  const given = new Map<string, GivenGpus>();
  for (const { serverId, hostName, devices, startedWith } of seen.machines) {
    const intent = atRest.get(serverId);
    if (devices) given.set(serverId, { hostName, devices, intent: null });
    else if (startedWith && intent !== undefined) given.set(serverId, { hostName, devices: startedWith, intent });
  }
  const undeclared: string[] = [];
  for (const { serverId, hostId, hostName, devices: held } of await selectHeldGpus(ctx.db.sql, engine.name, [...given.keys()])) {
    const machine = given.get(serverId);
    if (machine?.hostName !== hostName || isSame(machine.devices, held)) continue;
    const noted = await ctx.transact(async (tx) => {
      await lockPoolsOf(tx, hostId);
      if (machine.intent !== null && !(await lockAsSeen(tx, { serverId, intent: machine.intent }))) return 'changed since';
      return (await exchangeHolders(tx, { serverId, hostId, devices: machine.devices })) ? 'exchanged' : 'undeclared';
    });
    if (noted === 'undeclared') undeclared.push(serverId);
    if (noted === 'exchanged')
      ctx.log.info({ serverId, host: hostName, devices: machine.devices }, 'a machine has other GPUs of its host than were noted');
  }
  return undeclared;
}

function isAtRest({ status, busy }: ServerBefore): boolean {
  return !busy && (status === 'ACTIVE' || status === 'STOPPED');
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
