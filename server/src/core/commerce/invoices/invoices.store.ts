import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { InvoiceContent, InvoiceKind } from '@boreal/contract/billing/invoices.ts';
import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Invoices } from '../../../db/rows.gen.ts';
import { newId } from '../../../kit/ids.ts';
import { containing } from '../../ground/search.rules.ts';

export type InvoiceRow = Selectable<Invoices>;

/** A document to be issued; amounts are positive on every kind. */
export interface NewInvoice {
  readonly accountId: string;
  readonly kind: InvoiceKind;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly period: { readonly start: Date; readonly end: Date } | null;
  readonly netMicros: Micros;
  readonly taxMicros: Micros;
  readonly language: 'en' | 'fr';
  readonly content: InvoiceContent;
}

/** The series of each kind. Receipts and invoices share one. */
const prefixes = {
  receipt: 'INV',
  invoice: 'INV',
  credit_note: 'CRN',
  statement: 'STM',
} as const satisfies Record<InvoiceKind, string>;

/**
 * Issues a document under the next number of its series. The series' row is locked from here to the commit, so that numbers have no gaps
 * and follow commit order. It is the last lock taken.
 */
export async function insertInvoice(tx: Tx, invoice: NewInvoice, now: Date): Promise<{ id: string; number: string }> {
  const prefix = prefixes[invoice.kind];
  const id = newId('invoice', now);
  const { rows } = await sql<{ last: bigint }>`
    insert into invoice_series (prefix, last_number) values (${prefix}, 1)
    on conflict (prefix) do update set last_number = invoice_series.last_number + 1
    returning last_number as last
  `.execute(tx);
  const sequence = rows[0]?.last ?? 0n;
  const number = `${prefix}-${String(sequence).padStart(6, '0')}`;
  await tx
    .insertInto('invoices')
    .values({
      id,
      accountId: invoice.accountId,
      kind: invoice.kind,
      number,
      prefix,
      sequence,
      paymentId: invoice.paymentId,
      refundId: invoice.refundId,
      periodStart: invoice.period?.start ?? null,
      periodEnd: invoice.period?.end ?? null,
      netMicros: invoice.netMicros,
      taxMicros: invoice.taxMicros,
      totalMicros: invoice.netMicros + invoice.taxMicros,
      language: invoice.language,
      content: JSON.stringify(invoice.content),
      createdAt: now,
    })
    .execute();
  return { id, number };
}

export function findInvoice(db: Sql | Tx, id: string): Promise<InvoiceRow | null> {
  return firstOrNull(db.selectFrom('invoices').selectAll().where('id', '=', id));
}

/** The document of a payment, even if it was refunded later. */
export function findInvoiceOfPayment(db: Sql | Tx, paymentId: string): Promise<InvoiceRow | null> {
  return firstOrNull(db.selectFrom('invoices').selectAll().where('paymentId', '=', paymentId).where('refundId', 'is', null));
}

export async function invoiceIdsOf(db: Sql | Tx, paymentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'paymentId'])
    .where('paymentId', 'in', [...paymentIds])
    .where('refundId', 'is', null)
    .execute();
  return new Map(rows.flatMap((row) => (row.paymentId === null ? [] : [[row.paymentId, row.id] as const])));
}

/** The credit notes of these refunds, by refund. */
export async function creditNoteIdsOf(db: Sql | Tx, refundIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (refundIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'refundId'])
    .where('refundId', 'in', [...refundIds])
    .where('kind', '=', 'credit_note')
    .execute();
  return new Map(rows.flatMap((row) => (row.refundId === null ? [] : [[row.refundId, row.id] as const])));
}

/** Documents before an id, newest first; optionally of one account or kind. */
export async function selectInvoices(
  db: Sql,
  input: {
    accountId?: string | undefined;
    kind?: InvoiceKind | undefined;
    search?: string | undefined;
    start: Date | null;
    end: Date | null;
    before: string | null;
    limit: number;
  },
): Promise<readonly InvoiceRow[]> {
  let query = db.selectFrom('invoices').selectAll().orderBy('id', 'desc').limit(input.limit);
  if (input.accountId !== undefined) query = query.where('accountId', '=', input.accountId);
  if (input.kind !== undefined) query = query.where('kind', '=', input.kind);
  if (input.start !== null) query = query.where('createdAt', '>=', input.start);
  if (input.end !== null) query = query.where('createdAt', '<', input.end);
  if (input.search !== undefined) {
    const like = containing(input.search);
    query = query.where((eb) => {
      const numbered = eb('number', 'ilike', like);
      if (input.accountId !== undefined) return numbered;
      const named = eb
        .selectFrom('accounts')
        .select('accounts.id')
        .whereRef('accounts.id', '=', 'invoices.accountId')
        .where('accounts.name', 'ilike', like);
      return eb.or([numbered, eb.exists(named)]);
    });
  }
  if (input.before !== null) query = query.where('id', '<', input.before);
  return query.execute();
}
