import type { Engine, Observed } from '../../../../engines/engine.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { exchangeHolders, lockAsSeen, selectHeldGpus } from './given-gpus.store.ts';
import { lockPoolsOf } from '../hosts.store.ts';

/** A server as it was before its engine was asked for machines; `intent` is its latest wish at that time. */
export interface ServerBefore {
  readonly id: string;
  readonly status: string;
  readonly intent: number;
  /** Whether something was in progress, or due. */
  readonly busy: boolean;
}

interface GivenGpus extends Pick<Observed, 'hostName'> {
  readonly devices: readonly string[];
  /** Null: the devices are the machine's own whatever its server is doing. */
  readonly intent: number | null;
}

/**
 * Updates our rows to the GPUs that machines actually have. An engine may choose by itself which GPUs a machine gets: with correct rows, a
 * GPU that is set aside, fails or is exchanged is the right one. And after an older copy of the database was restored, a server that was
 * hibernated and restored since has other GPUs than its row says; those would be sold again. The number of a server's GPUs never changes.
 * For every look. `watched`: the servers as they were before it; a server with something in progress, then or since, may have yet to start
 * on its GPUs. Returns the servers whose machines have GPUs that our rows cannot represent.
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
