import { AllAuditFileQuery, AuditFileQuery } from '@boreal/contract/account/audit.ts';
import { ALL_AUDIT_CSV, ALL_AUDIT_JSON, AUDIT_CSV, AUDIT_JSON } from '@boreal/contract/api/console-files.ts';
import type { FastifyInstance } from 'fastify';
import { allAuditAsCsv, allAuditAsJson, auditAsCsv, auditAsJson } from '../core/commerce/oversight/export-audit.ts';
import { recordHourly } from '../core/ground/audit/record-hourly.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import type { OperatorCtx } from '../door/operator-ctx.ts';
import { validate } from '../kit/validate.ts';
import { asFile, languageOf } from './as-file.ts';
import type { Gate } from './console-gate.ts';

/** Mounts the account's audit log, filtered as requested, as files for a spreadsheet and for a program. */
export function auditFiles(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  app.get(AUDIT_CSV.path, async (request, reply) => {
    const ctx = await gate(request, reply, AUDIT_CSV);
    const { language = languageOf(request), ...filter } = validate(AuditFileQuery, request.query);
    return asFile(reply, { name: `audit-${ctx.accountId}.csv`, file: await auditAsCsv(ctx, { ...filter, language }) });
  });
  app.get(AUDIT_JSON.path, async (request, reply) => {
    const ctx = await gate(request, reply, AUDIT_JSON);
    const { language: _, ...filter } = validate(AuditFileQuery, request.query);
    return asFile(reply, { name: `audit-${ctx.accountId}.json`, file: await auditAsJson(ctx, filter) });
  });
}

/** The same for all accounts and Boreal itself; it is a look at customers' data, and the log that it reads records it. */
export function allAuditFiles(app: FastifyInstance, gate: Gate<OperatorCtx>): void {
  app.get(ALL_AUDIT_CSV.path, async (request, reply) => {
    const ctx = await gate(request, reply, ALL_AUDIT_CSV);
    const { language = languageOf(request), ...filter } = validate(AllAuditFileQuery, request.query);
    const file = await allAuditAsCsv(ctx, { ...filter, language });
    await recordLook(ctx, filter);
    return asFile(reply, { name: 'audit.csv', file });
  });
  app.get(ALL_AUDIT_JSON.path, async (request, reply) => {
    const ctx = await gate(request, reply, ALL_AUDIT_JSON);
    const { language: _, ...filter } = validate(AllAuditFileQuery, request.query);
    const file = await allAuditAsJson(ctx, filter);
    await recordLook(ctx, filter);
    return asFile(reply, { name: 'audit.json', file });
  });
}

function recordLook(ctx: OperatorCtx, { accountId = null }: { accountId?: string | null | undefined }): Promise<void> {
  return recordHourly(ctx, { action: 'operator.looked', about: 'auditFile', target: accountId, detail: {} });
}
