import { BackupOptionSet, SetBackupOptionRequest } from '@boreal/contract/servers/backups.ts';
import { changeBackupOption } from '../../../core/fleet/backups/change-backup-option.ts';
import { priceOfBackupOption } from '../../../core/fleet/backups/price-of-option.ts';
import { setBackupOption } from '../../../core/fleet/backups/set-backup-option.ts';
import { ServerInput } from '../../fields.ts';
import { spendingTool } from '../../spending-tool.ts';

export const setServerBackupPolicy = spendingTool({
  name: 'svc_set_server_backup_policy',
  group: 'servers',
  title: 'Set the backup policy (turning it on spends money)',
  description:
    'Turn daily backups on (9.99 CAD a month: price first, then token), set hour (Eastern) and days kept, or turn them off. Deleting kept backups needs the delete permission.',
  effect: 'destructive',
  input: ServerInput.extend(SetBackupOptionRequest.omit({ expectedChargeCad: true }).shape),
  result: BackupOptionSet,
  offer: async (db, ctx, { serverId }) => ({
    ...(await priceOfBackupOption(db, { accountId: ctx.accountId, serverId, at: ctx.clock.now() })),
    covers: 'the backup option: with each billed hour, or the rest of a prepaid term now',
  }),
  spend: (ctx, args) => setBackupOption(ctx, args),
  spendNothing: (ctx, args) => changeBackupOption(ctx, args),
});
