import { Readable } from 'node:stream';
import { TransactionsFileQuery } from '@boreal/contract/billing.ts';
import { TRANSACTIONS_FILE } from '@boreal/contract/console-files.ts';
import type { FastifyInstance } from 'fastify';
import { exportTransactions } from '../core/commerce/invoices/export-transactions.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { preferredLocale } from '../kit/locale.ts';
import { validate } from '../kit/validate.ts';
import type { Gate } from './console-gate.ts';

/** Mounts the account's transactions as a file for a spreadsheet, newest first, streamed as they are read. */
export function transactionsFile(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  app.get(TRANSACTIONS_FILE.path, async (request, reply) => {
    const ctx = await gate(request, reply, TRANSACTIONS_FILE);
    // A link cannot send the header that tells the language of the console's page.
    const { language = preferredLocale(request.headers['accept-language']), ...days } = validate(TransactionsFileQuery, request.query);
    const lines = await exportTransactions(ctx, { ...days, language });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="transactions-${ctx.accountId}.csv"`)
      .send(Readable.from(lines));
  });
}
