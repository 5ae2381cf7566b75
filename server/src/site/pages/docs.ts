import { html } from 'hono/html';
import { docKit } from '../docs/doc-kit.ts';
import { docPaths, writtenDocs, type DocPath, type WrittenPath } from '../docs/doc-pages.ts';
import type { Html, Page, View } from '../page.ts';

/** A written page of the documentation. */
export async function docs(view: View, path: WrittenPath): Promise<Page> {
  const doc = await writtenDocs[path][view.locale](await docKit(view));
  const contents = doc.sections.map(({ id, title }) => ({ id, title }));
  const body = html`<h1>${doc.title}</h1>
    <p class="lead">${doc.lead}</p>
    ${doc.sections.map(
      ({ id, title, body: text }) =>
        html`<section aria-labelledby="${id}">
          <h2 id="${id}"><a class="anchor" href="#${id}">${title}</a></h2>
          ${text}
        </section>`,
    )}
    ${onward(view, path)}`;
  return { title: doc.title, description: doc.description, section: 'docs', body: docFrame(view, { path, contents, body }) };
}

/** The documentation's navigation, a page's contents, and the page. */
export function docFrame(view: View, page: { path: DocPath; contents: readonly { id: string; title: string }[]; body: Html }): Html {
  const { docs: words } = view.words;
  return html`<div class="docs wrap">
    <nav class="docs-nav" aria-label="${words.navigation}">
      <ul>
        ${docPaths.map(
          (path) =>
            html`<li><a href="${view.to(path)}" ${path === page.path ? html` aria-current="page"` : ''}>${words.pages[path]}</a></li>`,
        )}
      </ul>
    </nav>
    <article class="prose">${page.body}</article>
    <nav class="contents" aria-label="${words.onThisPage}">
      <p>${words.onThisPage}</p>
      <ul>
        ${page.contents.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
    </nav>
  </div>`;
}

function onward(view: View, path: DocPath): Html | '' {
  const next = docPaths[docPaths.indexOf(path) + 1];
  if (next === undefined) return '';
  return html`<p class="next">${view.words.docs.next} <a class="onward" href="${view.to(next)}">${view.words.docs.pages[next]}</a></p>`;
}
