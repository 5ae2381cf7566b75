import { html } from 'hono/html';
import type { Html } from '../page.ts';
import type { Words } from '../words/words.ts';

/** Hourly spending that reaches a limit and stops there. */
export function budgetFigure(words: Words['landing']['budget']): Html {
  const bars = [14, 26, 38, 50, 62, 74, 86, 98];
  return html`<svg class="figure" viewBox="0 0 360 190" role="img" aria-label="${words.figure}">
    <line class="axis" x1="16" y1="160" x2="344" y2="160" />
    ${bars.map((height, index) => html`<rect class="spent" x="${24 + index * 24}" y="${160 - height}" width="16" height="${height}" rx="2" />`)}
    ${[8, 9, 10, 11, 12].map((index) => html`<rect class="asleep" x="${24 + index * 24}" y="62" width="16" height="98" rx="2" />`)}
    <line class="limit" x1="16" y1="54" x2="344" y2="54" />
    <text class="label strong" x="16" y="42">${words.limit}</text>
    <text class="label" x="344" y="180" text-anchor="end">${words.asleep}</text>
  </svg>`;
}

/** A server that is hibernated over the weekend. */
export function hibernationFigure(words: Words['landing']['hibernation']): Html {
  return html`<svg class="figure" viewBox="0 0 360 190" role="img" aria-label="${words.figure}">
    <rect class="spent" x="16" y="64" width="110" height="40" rx="4" />
    <rect class="asleep" x="132" y="64" width="122" height="40" rx="4" />
    <rect class="spent" x="260" y="64" width="84" height="40" rx="4" />
    <text class="label" x="16" y="50">${words.friday}</text>
    <text class="label" x="132" y="50">${words.weekend}</text>
    <text class="label" x="260" y="50">${words.monday}</text>
    <text class="label strong" x="16" y="128">${words.billed}</text>
    <text class="label" x="132" y="128">${words.free}</text>
    <text class="label strong" x="260" y="128">${words.billed}</text>
    <path class="disk" d="M16 154H344" />
    <circle class="disk-dot" cx="16" cy="154" r="4" />
    <circle class="disk-dot" cx="344" cy="154" r="4" />
  </svg>`;
}

/** An agent's request, its quote and its confirmation. */
export function quoteFigure(words: Words['landing']['agents'], price: string): Html {
  return html`<div class="ticket" role="img" aria-label="${words.figure}">
    <p class="ask"><span>${words.asks}</span> <code>svc_create_server</code></p>
    <div class="quote">
      <p class="quote-title">${words.quote}</p>
      <p class="quote-price">${price}</p>
      <p class="quote-note">${words.quoteNow} · ${words.quoteToken}</p>
    </div>
    <p class="ask"><span>${words.confirm}</span> <code>confirmationToken</code></p>
    <p class="done">${words.done}</p>
  </div>`;
}
