import { TransactionsFileQuery } from '@boreal/contract/billing/billing.ts';
import { TRANSACTIONS_FILE, TRANSACTIONS_JSON } from '@boreal/contract/api/console-files.ts';
import type { FastifyInstance } from 'fastify';
import { transactionsAsCsv, transactionsAsJson } from '../core/commerce/invoices/export-transactions.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { validate } from '../kit/validate.ts';
import { asFile, languageOf } from './as-file.ts';
import type { Gate } from './console-gate.ts';

/** Mounts the account's transactions as files for a spreadsheet and for a program, newest first, streamed as they are read. */
export function transactionsFile(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  app.get(TRANSACTIONS_FILE.path, async (request, reply) => {
    const ctx = await gate(request, reply, TRANSACTIONS_FILE);
    const { language = languageOf(request), ...filter } = validate(TransactionsFileQuery, request.query);
    return asFile(reply, { name: `transactions-${ctx.accountId}.csv`, file: await transactionsAsCsv(ctx, { ...filter, language }) });
  });
  app.get(TRANSACTIONS_JSON.path, async (request, reply) => {
    const ctx = await gate(request, reply, TRANSACTIONS_JSON);
    const { language = languageOf(request), ...filter } = validate(TransactionsFileQuery, request.query);
    return asFile(reply, { name: `transactions-${ctx.accountId}.json`, file: await transactionsAsJson(ctx, { ...filter, language }) });
  });
}
