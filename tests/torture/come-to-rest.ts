import { reactivateAccount } from '../../server/src/core/money/accounts/suspend-account.ts';
import { setHostState } from '../../server/src/core/fleet/capacity/hosts/set-host-state.ts';
import { nextConvergeAt } from '../../server/src/core/fleet/servers/servers.store.ts';
import { AppError } from '../../server/src/kit/errors.ts';
import { passTime } from './pass-time.ts';
import { listServers } from './perform-on-server.ts';
import { undisturbed, type World } from './world.ts';

/** Faults end, hosts answer, and enough time passes for whatever was begun to come to an end. */
export async function comeToRest(world: World): Promise<void> {
  const { cloud, armed, notes, clock } = world;
  Object.assign(armed, { transaction: null, hangs: 0 });
  armed.provider.length = 0;
  await cloud.engine.faults.clear();
  for (const { id } of world.hosts) await setHostState(cloud.ctx, { hostId: id, state: 'accepting' });
  for (const { ctx } of world.players) {
    await undisturbed(world, () => reactivateAccount(cloud.ctx, { accountId: ctx.accountId }));
    notes.suspensions.push({ accountId: ctx.accountId, at: clock.now(), suspended: false });
  }
  await passTime(world, { minutes: 10, ticks: 5 });
  // Customers whose machine did not come up are told to reboot it.
  for (const { id, accountId, status } of await listServers(cloud.db)) {
    if (status !== 'ERROR') continue;
    await world.players
      .find(({ ctx }) => ctx.accountId === accountId)
      ?.act(id, 'reboot')
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
  }
  await passTime(world, { minutes: 75, ticks: 3 });
  for (let n = 0; n < 8 && (await nextConvergeAt(cloud.db.sql)) !== null; n += 1) await passTime(world, { minutes: 5, ticks: 2 });
}
