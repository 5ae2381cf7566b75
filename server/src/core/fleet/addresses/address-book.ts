import type { AddressBook } from '../../../engines/engine-stores.ts';
import { EngineError } from '../../../engines/engine.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { hasFamily, lockHolder, releaseAddresses, selectHeld, takeAddress } from './addresses.store.ts';

/** The table of addresses, in the form that the engine of this name uses. */
export function addressBook(ctx: Ctx, engine: string): AddressBook {
  return {
    hold: (serverId, hostName) =>
      ctx.transact(async (tx) => {
        await lockHolder(tx, serverId);
        // A machine that has moved keeps the addresses that any host can use; those of its old host are released.
        await releaseAddresses(tx, { serverId, notOn: hostName, at: ctx.clock.now() });
        const held = await selectHeld(tx, serverId);
        const take = (family: 'IPv4' | 'IPv6') =>
          held.find((one) => one.family === family)?.ip ?? takeAddress(tx, { serverId, family, engine, hostName, at: ctx.clock.now() });
        const ipv4 = await take('IPv4');
        const ipv6 = await take('IPv6');
        if (ipv4 === null) throw new EngineError('no_capacity', `No IPv4 address is free for a machine on ${hostName}.`);
        if (ipv6 === null && (await hasFamily(tx, { family: 'IPv6', engine, hostName }))) {
          throw new EngineError('no_capacity', `No IPv6 address is free for a machine on ${hostName}.`);
        }
        return { ipv4, ipv6 };
      }),
    release: (serverId) => releaseAddresses(ctx.db.sql, { serverId, at: ctx.clock.now() }),
  };
}
