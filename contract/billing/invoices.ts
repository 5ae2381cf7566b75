import { z } from 'zod';
import { Address } from '../account/profile.ts';
import { Language } from '../words/language.ts';
import { TaxLine } from './payments.ts';

/** `receipt`: bought credit · `invoice`: a prepaid term · `credit_note`: a refund · `statement`: a month's movements. */
export const InvoiceKind = z.enum(['receipt', 'invoice', 'credit_note', 'statement']);
export type InvoiceKind = z.infer<typeof InvoiceKind>;

/** Which documents to return. Days are calendar days in Toronto, both inclusive; an omitted day sets no limit. */
export const InvoiceFilter = z.object({
  kind: InvoiceKind.optional(),
  /** Matched against a document's number and, among all accounts' documents, the account's name. */
  search: z.string().trim().min(1).max(100).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type InvoiceFilter = z.infer<typeof InvoiceFilter>;

/** The most documents in one archive: each is laid out anew for it. */
export const INVOICES_ZIP_MAX = 200;

/** Which documents go into an archive. Default: each in the language that it was issued in. */
export const InvoicesZipQuery = InvoiceFilter.extend({ language: Language.optional() });

/** A sentence in both languages: a document is issued in one and can be printed in the other. */
const Both = z.object({ en: z.string(), fr: z.string() });

export const InvoiceLine = z.object({
  description: Both,
  /** CAD; negative on a statement for debits. At most six decimals. */
  amount: z.number(),
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const InvoiceTax = TaxLine.extend({
  registration: z.string().nullable().meta({ description: "The seller's number for this tax" }),
});
export type InvoiceTax = z.infer<typeof InvoiceTax>;

const Party = z.object({ name: z.string(), company: z.string().nullable(), address: Address });

/** The content of a document, as of its issue. */
export const InvoiceContent = z.object({
  seller: z.object({
    name: z.string(),
    address: Address.extend({ province: z.string().nullable() }),
    email: z.string().nullable(),
    website: z.string().nullable(),
    /** All of the seller's registration numbers on the day the taxes were computed: for a credit note, the day of the payment. */
    registrations: z.array(z.object({ label: Both, number: z.string() })),
  }),
  buyer: Party.extend({ accountId: z.string(), taxIds: z.array(z.object({ kind: z.string(), number: z.string() })) }),
  lines: z.array(InvoiceLine),
  taxes: z.array(InvoiceTax),
  payment: z
    .object({ id: z.string(), brand: z.string(), last4: z.string(), paidAt: z.iso.datetime() })
    .nullable()
    .meta({ description: 'The card that was charged, or to which the money went back' }),
  /** The document that a credit note refers to, or that a reinstated payment had. */
  about: z.object({ number: z.string(), reason: z.string() }).nullable(),
  period: z.object({ start: z.iso.datetime(), end: z.iso.datetime() }).nullable(),
  balances: z.object({ opening: z.number(), closing: z.number() }).nullable().meta({ description: 'Of a statement, CAD' }),
});
export type InvoiceContent = z.infer<typeof InvoiceContent>;

export const InvoiceSummary = z
  .object({
    id: z.string().meta({ example: 'inv_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    number: z.string().meta({ example: 'INV-000042' }),
    kind: InvoiceKind,
    net: z.number().meta({ description: 'CAD before tax' }),
    tax: z.number(),
    total: z.number(),
    currency: z.literal('CAD'),
    language: Language,
    issuedAt: z.iso.datetime(),
  })
  .meta({ id: 'InvoiceSummary' });
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

export const Invoice = InvoiceSummary.extend({ content: InvoiceContent }).meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;
