import type { Ctx } from '../../ground/ctx.ts';
import { readStopLink, type StopLink } from '../../ground/links/stop-link.ts';
import { stopStockAlertsOf } from '../stock-alerts/remove-stock-alert.ts';
import { stopSubscription } from '../subscribers/stop-subscription.ts';

/** Stops the mails that a link stands for. Returns which. @throws INVALID_REQUEST the link is not ours, or too old */
export async function stopMail(ctx: Ctx, { token }: { token: string }): Promise<StopLink['for']> {
  const link = await readStopLink(ctx, token);
  switch (link.for) {
    case 'stop stock alerts':
      await stopStockAlertsOf(ctx, link.userId);
      return link.for;
    case 'stop incident mail':
      await stopSubscription(ctx, link);
      return link.for;
  }
}
