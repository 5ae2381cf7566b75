import { memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { ServerPath } from '../../api/paths.ts';
import { BackupOptionQuote } from '../../servers/backups.ts';

const read = endpointRows({ ...memberReads, needs: 'servers.read' });

export const quoteBackupOption = read.get('/servers/:id/backup-option', 'What turning backups on would take from the credit now', {
  takes: { params: ServerPath },
  data: BackupOptionQuote,
  errors: ['NOT_FOUND'],
  owns: 'live server',
});
