import { TopUpRequest } from '@boreal/contract/billing/payments.ts';
import { z } from 'zod';
import { taxFor } from '../../../core/money/tax/tax-for.ts';
import { createTopUp } from '../../../core/commerce/top-ups/create-top-up.ts';
import { centsToMicros } from '../../../core/commerce/top-ups/top-up.rules.ts';
import { spendingTool } from '../../spending-tool.ts';
import { cardOffer, Charged, outcomeOf, settleCharge } from './charge-answer.ts';

export const topupCredits = spendingTool({
  name: 'svc_topup_credits',
  group: 'billing',
  title: 'Buy credit (charges the card)',
  description: 'Charge the saved card for credit, 25 CAD at least, plus tax. Price first, then token.',
  input: z.strictObject({ amountCad: TopUpRequest.shape.amountCad }),
  result: Charged,
  offer: async (db, ctx, { amountCad }) =>
    cardOffer(
      await taxFor(db, { accountId: ctx.accountId, netMicros: centsToMicros(amountCad), at: ctx.clock.now() }),
      `${amountCad} CAD of credit, and its taxes`,
    ),
  spend: (ctx, { amountCad }, key) => createTopUp(ctx, { amountCad, key }),
  settle: settleCharge,
  outcome: outcomeOf,
});
