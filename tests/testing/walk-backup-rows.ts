import { createBackup } from '../../server/src/core/fleet/lifecycle/backup/create-backup.ts';
import { deleteBackup } from '../../server/src/core/fleet/backups/delete-backup.ts';
import { getBackups } from '../../server/src/core/fleet/backups/get-backups.ts';
import { setBackupOption } from '../../server/src/core/fleet/backups/set-backup-option.ts';
import type { Call, WalkRow } from './walk-row.ts';
import { payMonth, save, type SavedServer, type WalkWorld } from './walk-world.ts';

/** The rows of the six operations of backups: what changes backups does so on Alice's running server. */
export const backupRows: Readonly<Record<string, WalkRow>> = {
  getBackups: { limit: 60, good: async ({ saved }) => ({ id: saved.serverId }) },
  setBackupOption: {
    limit: 10,
    good: async ({ rest, running: id }) => {
      await rest.cloud.settle();
      return { id, body: { enabled: true, hourLocal: 23, retention: 7, confirmDeleteBackups: true, expectedChargeCad: 0 } };
    },
    meaning: { expectedChargeCad: 'any' },
    unpaid: async (world) => {
      await payMonth(world, { optionIsOn: false });
      const { prepaid } = world;
      return [{ id: prepaid.server, body: { enabled: true, expectedChargeCad: 9.99 }, by: prepaid, costs: 9.99, has: 0, forHour: false }];
    },
    refusals: {
      'another charge than expected': async (world) => ({
        id: await withRoom(world),
        body: { enabled: true, expectedChargeCad: 0.01 },
        status: 400,
        error: 'PRICE_CHANGED',
      }),
      'turning off what has backups, without saying so': async ({ saved }) => ({
        id: saved.serverId,
        body: { enabled: false },
        status: 400,
        error: 'CONFIRM_DELETE_BACKUPS_REQUIRED',
      }),
      'turning off what has backups, saying no': async ({ saved }) => ({
        id: saved.serverId,
        body: { enabled: false, confirmDeleteBackups: false },
        status: 400,
        error: 'CONFIRM_DELETE_BACKUPS_REQUIRED',
      }),
      'turning off while a backup is being made': async (world) => {
        const { serverId: id } = await beingMade(world);
        return { id, body: { enabled: false, confirmDeleteBackups: true }, status: 400, error: 'OPERATION_IN_PROGRESS' };
      },
      'turning it on while a card is being charged for the term': async ({ ordering }) => ({
        id: ordering.server,
        body: { enabled: true },
        by: ordering,
        status: 409,
        error: 'PAYMENT_IN_PROGRESS',
      }),
    },
  },
  createBackup: {
    limit: 5,
    good: async (world) => ({ id: await withRoom(world) }),
    // It takes no body: another request is one for another server.
    other: (call, { saved }) => ({ ...call, id: saved.serverId }),
    unpaid: async (world) => {
      await payMonth(world, { optionIsOn: true });
      const { prepaid } = world;
      return [{ id: prepaid.server, by: prepaid, costs: 9.99, has: 0, forHour: false }];
    },
    takesNoCredit: true,
    refusals: {
      'the option is off': async (world) => {
        const serverId = await withRoom(world);
        await setBackupOption(world.alice.ctx, { serverId, enabled: false, confirmDeleteBackups: true });
        return { id: serverId, status: 400, error: 'BACKUP_OPTION_DISABLED' };
      },
      'another backup is being made': async (world) => ({
        id: (await beingMade(world)).serverId,
        status: 400,
        error: 'OPERATION_IN_PROGRESS',
      }),
      'the server is hibernated': async ({ savedSoldOut }) => ({ id: savedSoldOut.serverId, status: 400, error: 'INVALID_STATE' }),
      'two are kept': async (world) => {
        const { serverId } = await made(world);
        await createBackup(world.alice.ctx, { serverId });
        await world.rest.cloud.settle();
        return { id: serverId, status: 400, error: 'MANUAL_BACKUP_LIMIT' };
      },
    },
  },
  deleteBackup: {
    limit: 10,
    good: async (world) => callOf(await made(world)),
    missing: strangeBackups,
    refusals: {
      'it is being made': async (world) => ({ ...callOf(await beingMade(world)), status: 409, error: 'BACKUP_IN_PROGRESS' }),
    },
  },
  quoteRestore: { limit: 30, good: async ({ saved }) => callOf(saved), missing: strangeBackups },
  restoreBackup: {
    limit: 3,
    good: async ({ saved }) => ({ ...callOf(saved), body: { name: 'restored', expectedHourlyRateCad: 1.09 } }),
    missing: strangeBackups,
    meaning: { name: [' '], expectedHourlyRateCad: 'any' },
    costs: 1.09,
    unpaid: ({ broke }) => [{ ...callOf(broke.backup), by: broke, costs: 1.09, has: 0 }],
    soldOut: ({ savedSoldOut }) => [callOf(savedSoldOut)],
    refusals: {
      'another rate than expected': async ({ saved }) => ({
        ...callOf(saved),
        body: { expectedHourlyRateCad: 1.08 },
        status: 409,
        error: 'PRICE_CHANGED',
      }),
      'the backup is being made': async (world) => ({ ...callOf(await beingMade(world)), status: 409, error: 'BACKUP_NOT_READY' }),
      'the backup is being deleted': async (world) => {
        const backup = await made(world);
        await deleteBackup(world.alice.ctx, backup);
        return { ...callOf(backup), status: 409, error: 'BACKUP_NOT_READY' };
      },
    },
  },
};

function callOf({ serverId, backupId }: SavedServer): Call {
  return { id: serverId, names: { backupId } };
}

/** Backups that Alice's running server has not: of somebody else, of another server of hers, and ones that never were. */
function strangeBackups({ running, bobsSaved, saved }: WalkWorld): Call[] {
  const never = ['bkp_00000000000000000000000000', 'bkp_', running, 'x'.repeat(100)];
  return [bobsSaved.backupId, saved.backupId, ...never].map((backupId) => callOf({ serverId: running, backupId }));
}

/** Alice's running server, its option on and none of its backups kept. */
async function withRoom({ rest, alice: { ctx }, running: serverId }: WalkWorld): Promise<string> {
  await rest.cloud.settle();
  await setBackupOption(ctx, { serverId, enabled: true });
  const { backups } = await getBackups(ctx, { serverId });
  for (const { id, status } of backups) if (status === 'ready') await deleteBackup(ctx, { serverId, backupId: id });
  return serverId;
}

async function beingMade(world: WalkWorld): Promise<SavedServer> {
  return save(world.alice, await withRoom(world));
}

async function made(world: WalkWorld): Promise<SavedServer> {
  const backup = await beingMade(world);
  await world.rest.cloud.settle();
  return backup;
}
