import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { createBackup } from '../../server/src/core/fleet/lifecycle/backup/create-backup.ts';
import { restoreBackup } from '../../server/src/core/fleet/lifecycle/backup/restore-backup.ts';
import { setBackupOption } from '../../server/src/core/fleet/backups/set-backup-option.ts';
import { setServerBudget } from '../../server/src/core/fleet/servers/set-server-budget.ts';
import type { CustomerCtx } from '../../server/src/core/ground/ctx.ts';
import { createServer } from '../../server/src/core/fleet/lifecycle/create/create-server.ts';
import { preemptServer } from '../../server/src/core/fleet/lifecycle/spot/preempt-server.ts';
import type { Step } from './history.ts';
import { playerOf, undisturbed, micros, type Player, type World } from './world.ts';

type OnServer = Extract<
  Step,
  {
    do:
      | 'deploy'
      | 'act'
      | 'delete'
      | 'guest off'
      | 'guest never ends'
      | 'server budget'
      | 'backups'
      | 'back up'
      | 'restore backup'
      | 'preempt';
  }
>;

export interface ServerFace {
  readonly id: string;
  readonly accountId: string;
  readonly planId: string;
  readonly status: string;
  readonly billingCycle: string;
}

export async function performOnServer(world: World, step: OnServer): Promise<void> {
  const { cloud, notes, clock } = world;
  if (step.do === 'deploy') return deploy(world, step);
  if (step.do === 'restore backup') return restore(world, step.which);
  const server = await liveServer(world, step);
  const player = server && world.players.find(({ ctx }) => ctx.accountId === server.accountId);
  if (!server || !player) return;
  const serverId = server.id;
  switch (step.do) {
    case 'act':
      return player.act(serverId, step.action);
    case 'delete':
      return player.remove(serverId);
    case 'guest off':
      return cloud.engine.faults.guestPowersOff(serverId);
    case 'guest never ends':
      return cloud.engine.faults.guestNeverEnds({ serverId });
    case 'preempt':
      return void (await preemptServer(cloud.ctx, { serverId, reason: 'Tortured' }));
    case 'server budget':
      return undisturbed(world, async () => {
        const month = step.month === null ? null : micros(step.month);
        await setServerBudget(player.ctx, { serverId, monthLimitMicros: month });
        notes.limits.push({ of: serverId, at: clock.now(), month, day: null });
      });
    case 'backups':
      return undisturbed(world, async () => {
        await setBackupOption(player.ctx, { serverId, enabled: step.enabled, confirmDeleteBackups: true });
        notes.options.push({ serverId, at: clock.now(), enabled: step.enabled });
      });
    case 'back up':
      return void (await createBackup(player.ctx, { serverId }));
  }
}

async function deploy(world: World, step: Extract<Step, { do: 'deploy' }>): Promise<void> {
  const player = playerOf(world, step.who);
  const order = { productId: step.plan, sshKeyId: player.sshKeyId, region: 'canada-montreal' } as const;
  await createServer(step.byKey ? asKey(player) : player.ctx, order);
}

function asKey({ ctx, keyId }: Player): CustomerCtx {
  return { ...ctx, actor: { type: 'mcp_key', id: keyId, name: 'agent' }, door: 'mcp' };
}

async function restore(world: World, which: number): Promise<void> {
  const { rows } = await world.cloud.db.pool.query<{ id: string; serverId: string; accountId: string }>(
    `select b.id, b.server_id as "serverId", s.account_id as "accountId" from backups b join servers s on s.id = b.server_id
     where b.status = 'ready' order by b.id`,
  );
  const backup = rows[which % Math.max(1, rows.length)];
  const player = world.players.find(({ ctx }) => ctx.accountId === backup?.accountId);
  if (backup && player) await restoreBackup(player.ctx, { serverId: backup.serverId, backupId: backup.id });
}

/** Only to aim by: what a status allows is for the product to say. */
const MAY: Readonly<Record<ServerAction, readonly string[]>> = {
  start: ['STOPPED'],
  stop: ['ACTIVE'],
  reboot: ['ACTIVE', 'ERROR'],
  hibernate: ['ACTIVE', 'STOPPED'],
  'hibernate-restore': ['HIBERNATED'],
};

/** The n-th of the servers that are not deleted, the oldest first. */
async function liveServer({ cloud }: World, step: Exclude<OnServer, { do: 'deploy' }>): Promise<ServerFace | undefined> {
  const live = (await listServers(cloud.db)).filter(({ status }) => status !== 'DELETED');
  const fitting = step.do === 'act' && step.aimed ? live.filter(({ status }) => MAY[step.action].includes(status)) : [];
  const rows = fitting.length > 0 ? fitting : live;
  return rows[step.which % Math.max(1, rows.length)];
}

export async function listServers(db: World['cloud']['db']): Promise<readonly ServerFace[]> {
  const { rows } = await db.pool.query<ServerFace>(
    `select id, account_id as "accountId", plan_id as "planId", status, billing_cycle as "billingCycle" from servers order by id`,
  );
  return rows;
}
