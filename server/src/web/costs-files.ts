import { COSTS_CSV, COSTS_JSON } from '@boreal/contract/api/console-files.ts';
import { CostsFileQuery } from '@boreal/contract/billing/costs.ts';
import type { FastifyInstance } from 'fastify';
import { costsAsCsv, costsAsJson } from '../core/fleet/costs/costs-file.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { preferredLocale } from '../kit/locale.ts';
import { validate } from '../kit/validate.ts';
import type { Gate } from './console-gate.ts';

/** Mounts an account's costs, grouped, as files for a spreadsheet and for a program. */
export function costsFiles(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  app.get(COSTS_CSV.path, async (request, reply) => {
    const ctx = await gate(request, reply, COSTS_CSV);
    const { language = preferredLocale(request.headers['accept-language']), ...query } = validate(CostsFileQuery, request.query);
    const file = await costsAsCsv(ctx, { ...query, language });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="costs-${ctx.accountId}.csv"`)
      .send(file);
  });
  app.get(COSTS_JSON.path, async (request, reply) => {
    const ctx = await gate(request, reply, COSTS_JSON);
    const { language: _, ...query } = validate(CostsFileQuery, request.query);
    const file = await costsAsJson(ctx, query);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="costs-${ctx.accountId}.json"`)
      .send(file);
  });
}
