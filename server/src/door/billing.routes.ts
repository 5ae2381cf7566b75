import { Credits, CreditSummary } from '@boreal/contract/billing.ts';
import { ApiKey } from '@boreal/contract/keys.ts';
import { z } from 'zod';
import { getCreditSummary } from '../core/billing/ledger/get-credit-summary.ts';
import { getCredits } from '../core/billing/ledger/get-credits.ts';
import { listApiKeys } from '../core/keys/list-keys.ts';
import { list, pagedObject } from './define-endpoint.ts';
import { PageQuery } from './pages.ts';

const group = 'Billing and account';
const CreditsQuery = PageQuery.extend({
  summary: z.enum(['1', '0', 'true', 'false']).optional().meta({ description: '`1` answers the balance alone.', example: '1' }),
});

export const billingRoutes = [
  pagedObject(
    '/credits',
    {
      group,
      needs: 'billing.read',
      limit: 30,
      takes: { query: CreditsQuery },
      data: z.union([Credits, CreditSummary]),
      name: 'getCredits',
      summary: 'Credit balance and transactions',
    },
    async (ctx, { query }) => {
      if (query.summary === '1' || query.summary === 'true') return { data: await getCreditSummary(ctx), nextCursor: null };
      const { credits, nextCursor } = await getCredits(ctx, query);
      return { data: credits, nextCursor };
    },
  ),

  list(
    '/v1/api-keys',
    {
      group,
      needs: 'keys.read',
      limit: 30,
      takes: { query: PageQuery },
      of: ApiKey,
      name: 'listApiKeys',
      summary: "The caller's REST keys: prefix and metadata; keys are made and revoked in the console only",
    },
    (ctx, { query }) => listApiKeys(ctx, query),
  ),
];
