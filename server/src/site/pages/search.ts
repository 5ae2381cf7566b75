import { html } from 'hono/html';
import type { Asked, Html, Page, View } from '../page.ts';
import type { FoundPlace } from '../search/found-place.ts';
import { docFrame } from './docs.ts';

/** The longest question; the rest is cut. */
const QUESTION_MAX = 200;
/** The longest excerpt shown. */
const TEXT_MAX = 180;

/** The documentation's search. The question is in the URL. */
export async function search(view: View, { query }: Asked): Promise<Page> {
  const words = view.words.search;
  const question = (query.get('q') ?? '').slice(0, QUESTION_MAX).trim();
  const found = question === '' ? null : await view.search(question);
  const body = html`<h1>${words.title}</h1>
    <p class="lead" role="status">${found === null ? words.lead : words.found(found.length, question)}</p>
    ${found === null ? '' : list(found)}
    ${found?.length === 0 ? html`<p>${words.nothing} <a href="${view.to('/docs')}">${view.words.frame.docs}</a></p>` : ''}`;
  return {
    title: words.title,
    description: words.description,
    section: 'docs',
    body: docFrame(view, { path: null, contents: [], body, question }),
  };
}

function list(found: readonly FoundPlace[]): Html {
  return html`<ol class="found">
    ${found.map(
      ({ href, title, page, text }) =>
        html`<li>
          <a href="${href}">${title}</a> <small>${page}</small>
          <p>${text.length > TEXT_MAX ? `${text.slice(0, text.lastIndexOf(' ', TEXT_MAX))} …` : text}</p>
        </li>`,
    )}
  </ol>`;
}
