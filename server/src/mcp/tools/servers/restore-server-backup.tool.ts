import { BackupRestored, RestoreBackupRequest } from '@boreal/contract/servers/backups.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { z } from 'zod';
import { restoreBackup } from '../../../core/fleet/lifecycle/backup/restore-backup.ts';
import { priceOfCopy } from '../../../core/fleet/lifecycle/create/price-of-launch.ts';
import { POLL_SECONDS, ServerInput } from '../../fields.ts';
import { spendingTool } from '../../spending-tool.ts';

export const restoreServerBackup = spendingTool({
  name: 'svc_restore_server_backup',
  group: 'servers',
  title: 'Restore a backup to a new server (spends money)',
  description:
    'Deploy a NEW hourly server from a ready backup (svc_list_server_backups); the original is untouched. Price first, then token.',
  input: ServerInput.extend({ backupId: IdText, name: RestoreBackupRequest.shape.name }),
  result: BackupRestored.extend({ retryAfterSeconds: z.int() }),
  offer: async (db, ctx, { serverId }) => ({
    ...(await priceOfCopy(db, { accountId: ctx.accountId, serverId, at: ctx.clock.now() })),
    covers: 'first hour of a new server, then every hour at its start',
  }),
  spend: async (ctx, args) => ({ ...(await restoreBackup(ctx, args)), retryAfterSeconds: POLL_SECONDS }),
});
