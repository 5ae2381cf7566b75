import { REVENUE_CSV, REVENUE_JSON, UTILISATION_CSV, UTILISATION_JSON } from '@boreal/contract/api/console-files.ts';
import { RevenueFileQuery, UtilisationFileQuery } from '@boreal/contract/operator/exports.ts';
import type { FastifyInstance } from 'fastify';
import { revenueAsCsv, revenueAsJson } from '../../core/commerce/oversight/export-revenue.ts';
import { utilisationAsCsv, utilisationAsJson } from '../../core/fleet/capacity/use/export-utilisation.ts';
import { recordHourly } from '../../core/ground/audit/record-hourly.ts';
import type { OperatorCtx } from '../../door/operator-ctx.ts';
import { validate } from '../../kit/validate.ts';
import { asFile, languageOf } from '../as-file.ts';
import type { Gate } from '../console-gate.ts';

/** Mounts Boreal's revenue and utilisation as files for a spreadsheet and for a program, streamed while they are read. */
export function operatorExports(app: FastifyInstance, gate: Gate<OperatorCtx>): void {
  app.get(REVENUE_CSV.path, async (request, reply) => {
    const ctx = await gate(request, reply, REVENUE_CSV);
    const { language = languageOf(request), ...query } = validate(RevenueFileQuery, request.query);
    const file = revenueAsCsv(ctx, { ...query, language });
    await recordCustomers(ctx, query);
    return asFile(reply, { name: `revenue-by-${query.by}.csv`, file });
  });
  app.get(REVENUE_JSON.path, async (request, reply) => {
    const ctx = await gate(request, reply, REVENUE_JSON);
    const { language: _, ...query } = validate(RevenueFileQuery, request.query);
    const file = revenueAsJson(ctx, query);
    await recordCustomers(ctx, query);
    return asFile(reply, { name: `revenue-by-${query.by}.json`, file });
  });
  app.get(UTILISATION_CSV.path, async (request, reply) => {
    const ctx = await gate(request, reply, UTILISATION_CSV);
    const { language = languageOf(request), ...query } = validate(UtilisationFileQuery, request.query);
    return asFile(reply, { name: 'utilisation.csv', file: utilisationAsCsv(ctx, { ...query, language }) });
  });
  app.get(UTILISATION_JSON.path, async (request, reply) => {
    const ctx = await gate(request, reply, UTILISATION_JSON);
    const { language: _, ...query } = validate(UtilisationFileQuery, request.query);
    return asFile(reply, { name: 'utilisation.json', file: utilisationAsJson(ctx, query) });
  });
}

/** By customer, the file names each one and what they paid, so it counts as a look at all of them. */
async function recordCustomers(ctx: OperatorCtx, { by }: { by: string }): Promise<void> {
  if (by === 'customer') await recordHourly(ctx, { action: 'operator.looked', about: 'revenueByCustomer', detail: {} });
}
