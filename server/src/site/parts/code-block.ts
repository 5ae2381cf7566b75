import { html } from 'hono/html';
import type { Html, View } from '../page.ts';

/** A text to copy. The button appears only if scripts can run. */
export function codeBlock({ words }: View, text: string, label?: string): Html {
  return html`<figure class="code">
    ${label === undefined ? '' : html`<figcaption>${label}</figcaption>`}
    <pre tabindex="0"><code>${text}</code></pre>
    <button type="button" class="copy" hidden data-copied="${words.frame.copied}">${words.frame.copy}</button>
  </figure>`;
}
