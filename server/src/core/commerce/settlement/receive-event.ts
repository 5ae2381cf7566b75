import type { Payments, ProviderEvent } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { handleEvent } from './handle-event.ts';
import { insertEvent } from './events.store.ts';

/**
 * Stores a provider's event and handles it. A repetition has no effect; the sweep handles an event that cannot be handled now. Once this
 * has returned, the provider need not send it again.
 */
export async function receiveEvent(ctx: Ctx, payments: Payments, event: ProviderEvent): Promise<void> {
  const isNew = await insertEvent(ctx.db.sql, { provider: payments.name, event, now: ctx.clock.now() });
  if (isNew) await handleEvent(ctx, payments, event);
}
