import type { Engine, Observed } from '../../../engines/engine.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { exchangeHolders, selectHeldGpus } from './given-gpus.store.ts';
import { lockPoolsOf } from './hosts.store.ts';

/**
 * An engine may choose by itself which of a host's GPUs a machine gets: then our rows say that too, so that a GPU that is set aside,
 * fails or is exchanged is the one that it is. What a server has stays as much as it was. For every look. Answers the servers whose
 * machines have GPUs that our rows cannot say, because nobody has declared them.
 */
export async function noteGivenGpus(ctx: Ctx, engine: Engine, machines: readonly Observed[]): Promise<readonly string[]> {
  const given = new Map(
    machines.flatMap(({ serverId, hostName, devices }) => (devices ? [[serverId, { hostName, devices }] as const] : [])),
  );
  const undeclared: string[] = [];
  for (const { serverId, hostId, hostName, devices: held } of await selectHeldGpus(ctx.db.sql, engine.name, [...given.keys()])) {
    const seen = given.get(serverId);
    if (seen?.hostName !== hostName || isSame(seen.devices, held)) continue;
    const noted = await ctx.transact(async (tx) => {
      await lockPoolsOf(tx, hostId);
      return exchangeHolders(tx, { serverId, hostId, devices: seen.devices });
    });
    if (noted) ctx.log.info({ serverId, host: hostName, devices: seen.devices }, 'the engine chose other GPUs of the host for a machine');
    else undeclared.push(serverId);
  }
  return undeclared;
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}
