import { InvoiceKind } from '@boreal/contract/billing/invoices.ts';
import { fromCad } from '@boreal/contract/values/money.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { Option, type Command } from 'commander';
import { getInvoicePdf } from '../../core/commerce/invoices/get-invoice-pdf.ts';
import { listAllInvoices, toInvoice } from '../../core/commerce/invoices/get-invoice.ts';
import { findInvoice, type InvoiceRow } from '../../core/commerce/invoices/invoices.store.ts';
import { tellAllInvoices } from '../../core/commerce/oversight/tell-money.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { notFound } from '../../kit/errors.ts';
import type { Operate } from '../operate.ts';
import { cad, count, facts, onePage, table, when, type Column, type CommandOutput } from '../output.ts';
import { pagedVerb, verb, type ListOptions } from '../verb.ts';
import { writeNewFile } from '../write-new-file.ts';

export function addInvoiceCommands(program: Command, operate: Operate): void {
  const invoice = program.command('invoice').description('receipts, invoices, credit notes and statements');

  pagedVerb(invoice, 'list', operate(list), { description: 'Show documents, the newest first.', example: '--kind credit_note' })
    .option('--account <account>', 'only documents of this account')
    .addOption(new Option('--kind <kind>', 'only documents of this kind').choices(InvoiceKind.options));

  verb(invoice, 'show <invoice>', operate(show), { description: 'Show all that a document says.', example: 'inv_01kb3c9q' });

  verb(invoice, 'pdf <invoice>', operate(pdf), { description: 'Write a document as a PDF.', example: 'inv_01kb3c9q --out invoice.pdf' })
    .option('--out <file>', 'where to write it; the number of the document when left out')
    .addOption(new Option('--language <language>', 'the one it was issued in when left out').choices(Language.options));
}

async function list(ctx: Ctx, options: ListOptions & { account?: string; kind?: InvoiceKind }): Promise<CommandOutput> {
  const { account, ...rest } = options;
  const page = await listAllInvoices(ctx, { ...rest, accountId: account });
  return onePage(page, await tellAllInvoices(ctx, page.items), { columns, none: 'There is no such document.' });
}

const columns: readonly Column<InvoiceRow>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'number', of: (row) => row.number },
  { title: 'kind', of: (row) => row.kind.replace('_', ' ') },
  { title: 'account', of: (row) => row.accountId },
  { title: 'net cad', right: true, of: (row) => cad(row.netMicros) },
  { title: 'tax cad', right: true, of: (row) => cad(row.taxMicros) },
  { title: 'total cad', right: true, of: (row) => cad(row.totalMicros) },
  { title: 'issued', of: (row) => when(row.createdAt) },
];

async function show(ctx: Ctx, id: string): Promise<CommandOutput> {
  const row = await requireInvoice(ctx, id);
  const { content, ...summary } = toInvoice(row);
  const head = facts({
    Document: `${row.number} (${row.kind.replace('_', ' ')})`,
    Issued: when(row.createdAt),
    Account: row.accountId,
    'Billed to': [content.buyer.company, content.buyer.name].filter((name) => name !== null).join(', '),
    Payment: row.paymentId ?? '–',
    Refund: row.refundId ?? '–',
    About: content.about === null ? '–' : `${content.about.number}: ${content.about.reason}`,
  });
  const { balances } = content;
  const amounts = [
    ...(balances ? [{ what: 'Opening balance', amount: balances.opening }] : []),
    ...content.lines.map(({ description, amount }) => ({ what: description.en, amount })),
    ...content.taxes.map(({ label, amount }) => ({ what: label.en, amount })),
    balances ? { what: 'Closing balance', amount: balances.closing } : { what: 'Total', amount: summary.total },
  ];
  const body = table(
    amounts,
    [
      { title: 'what', of: (line) => line.what },
      { title: 'cad', right: true, of: (line) => cad(fromCad(line.amount)) },
    ],
    'It has no lines.',
  );
  return { data: { ...summary, accountId: row.accountId, content }, text: `${head}\n\n${body}` };
}

async function pdf(ctx: Ctx, id: string, options: { out?: string; language?: Language }): Promise<CommandOutput> {
  const row = await requireInvoice(ctx, id);
  const { filename, bytes } = await getInvoicePdf({ ...ctx, accountId: row.accountId }, { invoiceId: id, language: options.language });
  const file = await writeNewFile(options.out ?? filename, [bytes]);
  return {
    data: { file, bytes: bytes.length, number: row.number },
    text: `Wrote ${row.number} to ${file} (${count(bytes.length, 'byte')}).`,
  };
}

async function requireInvoice(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(ctx.db.sql, id);
  if (!row) throw notFound('invoice');
  return row;
}
