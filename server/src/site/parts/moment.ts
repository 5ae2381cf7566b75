import { html } from 'hono/html';
import type { Html, View } from '../page.ts';

/** A time in Eastern time, which the page's script converts to the reader's zone. */
export function moment({ formats }: View, at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${formats.moment(at)}</time>`;
}
