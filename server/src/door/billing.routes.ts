import * as rows from '@boreal/contract/endpoints/billing.ts';
import { getCreditSummary } from '../core/money/credit/get-credit-summary.ts';
import { getCredits } from '../core/money/credit/get-credits.ts';
import { listApiKeys } from '../core/ground/keys/list-keys.ts';
import { bind } from './bind.ts';

export const billingRoutes = bind(rows, {
  getCredits: async (ctx, { query }, { locale }) => {
    if (query.summary === '1' || query.summary === 'true') return { data: await getCreditSummary(ctx), nextCursor: null };
    const { credits, nextCursor } = await getCredits(ctx, { locale, ...query });
    return { data: credits, nextCursor };
  },
  listApiKeys: (ctx, { query }) => listApiKeys(ctx, query),
});
