import { AUTO_RELOAD_DECLINES_MAX, type DeclineReason } from '@boreal/contract/billing/payments.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import type { PaymentRow } from '../payments/payments.store.ts';
import { changeAutoReload, findAutoReload, stopAutoReload } from './auto-reload.store.ts';

/** A reload succeeded: resets the count of declines. */
export async function reloadSucceeded(tx: Tx, ctx: Ctx, { accountId }: PaymentRow): Promise<void> {
  await changeAutoReload(tx, accountId, { declines: 0, updatedAt: ctx.clock.now() });
}

/**
 * A reload was declined; after too many in a row auto-reload stops, and the customer is told. A charge that was cancelled because the
 * provider did not answer in time says nothing about the card.
 */
export async function reloadDeclined(tx: Tx, ctx: Ctx, { accountId }: PaymentRow, reason: DeclineReason): Promise<void> {
  if (reason === 'canceled') return;
  const row = await findAutoReload(tx, accountId);
  if (!row || row.stoppedAt !== null) return;
  const declines = row.declines + 1;
  const at = ctx.clock.now();
  await changeAutoReload(tx, accountId, { declines, updatedAt: at });
  if (declines < AUTO_RELOAD_DECLINES_MAX) return;
  await stopAutoReload(tx, { accountId, at });
  await recordNotice(tx, ctx, { accountId, kind: 'auto_reload_stopped', serverId: null, data: { declines } });
}
