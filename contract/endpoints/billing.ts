import { z } from 'zod';
import { CreditSummary, Credits } from '../billing/billing.ts';
import { endpointRows } from '../api/endpoint.ts';
import { ApiKey } from '../people/keys.ts';
import { PageQuery } from '../api/pages.ts';

const rest = { scope: 'account', group: 'Billing and account' } as const;
const credit = endpointRows({ ...rest, needs: 'billing.read', limit: 30 });
const keys = endpointRows({ ...rest, needs: 'keys.read', limit: 30 });
const CreditsQuery = PageQuery.extend({
  summary: z.enum(['1', '0', 'true', 'false']).optional().meta({ description: '`1` answers the balance alone.', example: '1' }),
});
const KeysQuery = PageQuery.extend({
  search: z.string().trim().min(1).max(100).optional().meta({
    description: 'Only keys whose name, visible prefix or maker’s name contains this, or whose id it is.',
    example: 'ci',
  }),
});

export const getCredits = credit.pagedObject('/credits', 'Credit balance and transactions', {
  takes: { query: CreditsQuery },
  data: z.union([Credits, CreditSummary]),
  speaks: true,
});

export const listApiKeys = keys.list(
  '/v1/api-keys',
  "The caller's REST keys: prefix and metadata; keys are made and revoked in the console only",
  { takes: { query: KeysQuery }, of: ApiKey },
);
