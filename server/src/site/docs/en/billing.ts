import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function billing({ view, code, examples: x, minimumTopup }: DocKit): Doc {
  return {
    title: 'Billing and budgets',
    description: 'Hours, credit, budgets, monthly and annual terms, taxes and refunds.',
    lead: 'What you are charged, when, and what you can never be charged.',
    sections: [
      {
        id: 'hours',
        title: 'Hours',
        body: html`<p>
            Each hour of an hourly server is charged at its start. The first is charged when you deploy and starts counting when the server
            is <code>ACTIVE</code>. Hours follow the server’s own clock, not the wall clock. When a server never starts, or is lost because
            of us, what was paid and not used is refunded.
          </p>
          <p>Each hour is a row you can read:</p>
          ${code(x.usage)}`,
      },
      {
        id: 'credit',
        title: 'Credit',
        body: html`<p>
          Hourly servers are paid from prepaid credit in Canadian dollars, purchased by card from ${minimumTopup}. Auto-reload can top it up
          for you, below a threshold and within a monthly limit. Credit never goes below zero: a server whose next hour it does not cover
          hibernates at the end of the paid one. We email you before that.
        </p>`,
      },
      {
        id: 'budgets',
        title: 'Budgets',
        body: html`<p>An account can have a monthly and a daily limit, and each hourly server a monthly one.</p>
          <ul>
            <li>They are checked in the transaction that takes the money, so two simultaneous requests cannot exceed them together.</li>
            <li>A deployment that would exceed one is refused with <code>BUDGET_CAP_REACHED</code>; nothing is charged.</li>
            <li>A running server whose next hour would exceed one hibernates and keeps its system disk.</li>
            <li>Months and days are in Eastern Time. Prepaid terms do not count.</li>
          </ul>
          ${code(x.budget)}
          <p>People change budgets in the console. Agents may lower them, never raise them.</p>`,
      },
      {
        id: 'terms',
        title: 'Monthly and annual',
        body: html`<p>
          A term is charged to your card in advance; annual prices are per month, and charged for twelve. The GPUs are held while the card
          is charged. If you choose so, a term renews automatically: your card is charged from three days before its end, and we email you a
          week ahead. A server that has failed is not renewed until it works again. When a term ends without renewal, its server hibernates.
        </p>`,
      },
      {
        id: 'taxes',
        title: 'Taxes, receipts, refunds',
        body: html`<p>
            All prices are before tax. Taxes follow your billing address: GST, HST, QST or PST. Every payment has a numbered receipt or
            invoice as JSON and PDF, and each month a statement. Refunds go back to where the money came from, with a credit note.
          </p>
          <p>See <a href="${view.to('/gpus')}">all prices</a>.</p>`,
      },
    ],
  };
}
