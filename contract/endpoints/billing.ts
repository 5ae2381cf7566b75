import { z } from 'zod';
import { CreditSummary, Credits } from '../billing.ts';
import { list, pagedObject } from '../endpoint.ts';
import { ApiKey } from '../keys.ts';
import { PageQuery } from '../pages.ts';

const rest = { scope: 'account', group: 'Billing and account' } as const;
const CreditsQuery = PageQuery.extend({
  summary: z.enum(['1', '0', 'true', 'false']).optional().meta({ description: '`1` answers the balance alone.', example: '1' }),
});

export const getCredits = pagedObject('/credits', {
  ...rest,
  needs: 'billing.read',
  limit: 30,
  takes: { query: CreditsQuery },
  data: z.union([Credits, CreditSummary]),
  speaks: true,
  summary: 'Credit balance and transactions',
});

export const listApiKeys = list('/v1/api-keys', {
  ...rest,
  needs: 'keys.read',
  limit: 30,
  takes: { query: PageQuery },
  of: ApiKey,
  summary: "The caller's REST keys: prefix and metadata; keys are made and revoked in the console only",
});
