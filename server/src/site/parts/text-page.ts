import { html } from 'hono/html';
import type { Html, Page, Section } from '../page.ts';

/** A page with little more than a few sentences. */
export function textPage(title: string, text: Html, section: Section | null = null): Page {
  const body = html`<div class="wrap text">
    <div class="prose">
      <h1>${title}</h1>
      ${text}
    </div>
  </div>`;
  return { title, description: title, section, body };
}
