import { BackupStarted } from '@boreal/contract/servers/backups.ts';
import { z } from 'zod';
import { createBackup } from '../../../core/fleet/lifecycle/backup/create-backup.ts';
import { defineTool } from '../../define-tool.ts';
import { POLL_SECONDS, ServerInput } from '../../fields.ts';

export const createServerBackup = defineTool({
  name: 'svc_create_server_backup',
  group: 'servers',
  title: 'Back up a server',
  description: 'Back up the system disk now; the option must be on, 2 manual ones are kept. Costs nothing more; interrupts briefly.',
  effect: 'destructive',
  input: ServerInput,
  output: z.object({ backup: BackupStarted, retryAfterSeconds: z.int() }),
  run: async (ctx, { serverId }) => ({ backup: await createBackup(ctx, { serverId }), retryAfterSeconds: POLL_SECONDS }),
  tell: ({ backup }) => `${backup.id} is ${backup.status}; svc_list_server_backups tells when it is ready.`,
});
