import type { BackupOptionQuote } from '@boreal/contract/servers/backups.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findServer } from '../servers/servers.store.ts';
import { findOption } from './backup-options.store.ts';
import { priceOfBackupOption } from './price-of-option.ts';

/** What turning the backup option on would take from the credit now; zero if it is already on. Charges nothing. @throws NOT_FOUND */
export async function quoteBackupOption(ctx: CustomerCtx, input: { serverId: string }): Promise<BackupOptionQuote> {
  const { accountId, clock } = ctx;
  const db = ctx.db.sql;
  const at = clock.now();
  const { chargeMicros } = await priceOfBackupOption(db, { accountId, serverId: input.serverId, at });
  const server = await findServer(db, input.serverId);
  if (!server) throw notFound('server');
  const isOn = (await findOption(db, server.id))?.enabled === true;
  return {
    charge: isOn ? 0 : toCad(chargeMicros),
    currency: 'CAD',
    until: server.paidUntil?.toISOString() ?? null,
    quotedAt: at.toISOString(),
  };
}
