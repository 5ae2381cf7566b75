import type { Invoice } from '@boreal/contract/billing/invoices.ts';
import type { Language } from '@boreal/contract/words/language.ts';

/** A page in points: US Letter, the paper of Canada. */
export const PAGE = { width: 612, height: 792, margin: 54, bottom: 96 } as const;
export const INK = { text: '#1b2733', quiet: '#5b6b7a', rule: '#c9d3dc', accent: '#0b5c7a' } as const;

/** What every part uses to draw. */
export interface Sheet {
  readonly doc: PDFKit.PDFDocument;
  readonly invoice: Invoice;
  readonly language: Language;
}
