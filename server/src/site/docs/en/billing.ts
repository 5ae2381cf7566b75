import { html } from 'hono/html';
import type { Doc, DocKit } from '../doc.ts';

export function billing({ view, code, examples: x, minimumTopup }: DocKit): Doc {
  return {
    title: 'Billing and budgets',
    description: 'Hours, credit, budgets, monthly and annual terms, taxes and refunds.',
    lead: 'What is charged, when, and what can never be charged.',
    sections: [
      {
        id: 'hours',
        title: 'Hours',
        body: html`<p>
            An hourly server pays each hour as it begins. The first is taken when you deploy and starts to count when the server is
            <code>ACTIVE</code>. Hours follow the server’s own clock, not the wall’s. A server that never comes up, or that is lost through
            us, gets back what it paid and did not use.
          </p>
          <p>Each hour is one row that you can read:</p>
          ${code(x.usage)}`,
      },
      {
        id: 'credit',
        title: 'Credit',
        body: html`<p>
          Hourly servers are paid from prepaid credit in Canadian dollars, bought by card from ${minimumTopup}. Auto-reload can buy it for
          you, below a threshold and within a monthly limit. Credit never goes below zero: a server whose next hour it does not cover is
          hibernated at the end of the paid one. You get a mail before.
        </p>`,
      },
      {
        id: 'budgets',
        title: 'Budgets',
        body: html`<p>An account can have a limit for the month and one for the day, and each hourly server one for the month.</p>
          <ul>
            <li>They are checked in the transaction that takes the money, so two requests at once cannot pass them together.</li>
            <li>A deployment that would pass one is refused with <code>BUDGET_CAP_REACHED</code>; nothing is charged.</li>
            <li>A running server whose next hour would pass one is hibernated, and keeps its system disk.</li>
            <li>Months and days are those of Toronto’s calendar. Terms that are paid ahead do not count.</li>
          </ul>
          ${code(x.budget)}
          <p>People change budgets in the console. Agents may lower them, never raise them.</p>`,
      },
      {
        id: 'terms',
        title: 'Monthly and annual',
        body: html`<p>
          A term is charged to your card ahead; the price of an annual one is told per month and charged for twelve. The GPUs are held while
          the card is asked. A term renews at its end if you choose so, with a mail a week before. One that ends unrenewed hibernates its
          server.
        </p>`,
      },
      {
        id: 'taxes',
        title: 'Taxes, receipts, refunds',
        body: html`<p>
            All prices are before tax. Taxes follow your billing address: GST, HST, QST or PST. Every payment has a numbered receipt or
            invoice as JSON and PDF, and each month a statement. What is refunded goes back to where it came from, with a credit note.
          </p>
          <p>See <a href="${view.to('/gpus')}">all prices</a>.</p>`,
      },
    ],
  };
}
