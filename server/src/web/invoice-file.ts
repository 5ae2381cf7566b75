import { Readable } from 'node:stream';
import { ANY_INVOICE_FILE, INVOICE_FILE, INVOICES_ZIP } from '@boreal/contract/api/console-files.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { InvoicesZipQuery } from '@boreal/contract/billing/invoices.ts';
import { Language } from '@boreal/contract/words/language.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getAnyInvoice } from '../core/commerce/invoices/get-invoice.ts';
import { getInvoicePdf } from '../core/commerce/invoices/get-invoice-pdf.ts';
import { zipInvoices } from '../core/commerce/invoices/zip-invoices.ts';
import type { Ctx, CustomerCtx } from '../core/ground/ctx.ts';
import { notFound } from '../kit/errors.ts';
import { validate } from '../kit/validate.ts';
import type { OperatorCtx } from '../door/operator-ctx.ts';
import type { Gate } from './console-gate.ts';
import { recordLook } from './operator/record-look.ts';

const Path = z.object({ invoiceId: IdText });
/** Default: the language in which it was issued. */
const Query = z.object({ language: Language.optional() });

/** Mounts an account's documents as PDF files. */
export function invoiceFile(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  mount(app, gate, { file: INVOICE_FILE, owner: async (ctx) => ctx });
}

/** Mounts the documents that a list's filter matches, as one archive. */
export function invoicesZip(app: FastifyInstance, gate: Gate<CustomerCtx>): void {
  app.get(INVOICES_ZIP.path, async (request, reply) => {
    const ctx = await gate(request, reply, INVOICES_ZIP);
    const parts = await zipInvoices(ctx, validate(InvoicesZipQuery, request.query));
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="invoices-${ctx.accountId}.zip"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(parts));
  });
}

/** Mounts any customer's documents as PDF files. */
export function anyInvoiceFile(app: FastifyInstance, gate: Gate<OperatorCtx>): void {
  mount(app, gate, {
    file: ANY_INVOICE_FILE,
    owner: async (ctx, invoiceId, request) => {
      const { accountId } = await getAnyInvoice(ctx, { invoiceId });
      await recordLook(ctx, { ...ANY_INVOICE_FILE, name: 'getInvoicePdf' }, request, { accountId });
      return { ...ctx, accountId };
    },
  });
}

function mount<C extends Ctx>(
  app: FastifyInstance,
  gate: Gate<C>,
  {
    file,
    owner,
  }: {
    file: typeof INVOICE_FILE | typeof ANY_INVOICE_FILE;
    owner: (ctx: C, invoiceId: string, request: FastifyRequest) => Promise<CustomerCtx>;
  },
): void {
  app.get(file.path, async (request, reply) => {
    const ctx = await gate(request, reply, file);
    const path = Path.safeParse(request.params);
    if (!path.success) throw notFound('invoice');
    const { invoiceId } = path.data;
    const query = validate(Query, request.query);
    const { filename, bytes } = await getInvoicePdf(await owner(ctx, invoiceId, request), { invoiceId, ...query });
    return reply.header('content-type', 'application/pdf').header('content-disposition', `attachment; filename="${filename}"`).send(bytes);
  });
}
