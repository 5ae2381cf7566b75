import { BACKUP_MONTHLY_MICROS } from '@boreal/contract/servers/backups.ts';
import { HOURS_PER_MONTH } from '@boreal/contract/billing/billing.ts';
import { prorate, type Micros } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { notFound } from '../../../kit/errors.ts';
import { findServer } from '../servers/servers.store.ts';
import { findOption } from './backup-options.store.ts';
import { chargeToTurnOn } from './backup-price.rules.ts';

/** What turning the option on costs now, and what it adds to each billed hour. Micro-CAD. @throws NOT_FOUND */
export async function priceOfBackupOption(
  db: Sql | Tx,
  input: { accountId: string; serverId: string; at: Date },
): Promise<{ chargeMicros: Micros; hourlyMicros: Micros }> {
  const server = await findServer(db, input.serverId);
  if (!server || server.accountId !== input.accountId || server.status === 'DELETED') throw notFound('server');
  const paidUntil = (await findOption(db, server.id))?.paidUntil ?? null;
  return {
    chargeMicros: chargeToTurnOn(server, { monthlyMicros: BACKUP_MONTHLY_MICROS, optionPaidUntil: paidUntil, now: input.at }),
    hourlyMicros: server.billingCycle === 'hourly' ? prorate(BACKUP_MONTHLY_MICROS, 1n, BigInt(HOURS_PER_MONTH)) : 0n,
  };
}
