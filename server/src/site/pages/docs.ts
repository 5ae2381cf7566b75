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

interface ContentsEntry {
  /** Its anchor. */
  readonly id: string;
  readonly title: string | Html;
  /** Entries nested under it. */
  readonly within?: readonly ContentsEntry[];
}

interface FramedPage {
  /** Null: not one of the documentation's own pages. */
  readonly path: DocPath | null;
  readonly contents: readonly ContentsEntry[];
  readonly body: Html;
  /** The search query. */
  readonly question?: string;
}

/** The documentation's search and navigation, a page's table of contents, and the page. */
export function docFrame(view: View, page: FramedPage): Html {
  const { docs: words, search } = view.words;
  return html`<div class="docs wrap">
    <nav class="docs-nav" aria-label="${words.navigation}">
      <form class="search" role="search" method="get" action="${view.to('/docs/search')}">
        <input
          type="search"
          name="q"
          aria-label="${search.label}"
          placeholder="${search.submit}"
          maxlength="200"
          value="${page.question ?? ''}"
        />
        <button type="submit" aria-label="${search.submit}">→</button>
      </form>
      <ul>
        ${docPaths.map(
          (path) =>
            html`<li><a href="${view.to(path)}" ${path === page.path ? html` aria-current="page"` : ''}>${words.pages[path]}</a></li>`,
        )}
      </ul>
    </nav>
    <article class="prose">${page.body}</article>
    ${page.contents.length === 0 ? '' : onThisPage(view, page.contents)}
  </div>`;
}

function onThisPage({ words }: View, contents: readonly ContentsEntry[]): Html {
  const label = words.docs.onThisPage;
  return html`<nav class="contents" aria-label="${label}">
    <div tabindex="0" role="group" aria-label="${label}">
      <p>${label}</p>
      ${contentsList(contents)}
    </div>
  </nav>`;
}

function contentsList(entries: readonly ContentsEntry[]): Html {
  return html`<ul>
    ${entries.map(({ id, title, within }) => html`<li><a href="#${id}">${title}</a>${within === undefined ? '' : contentsList(within)}</li>`)}
  </ul>`;
}

function onward(view: View, path: DocPath): Html | '' {
  const next = docPaths[docPaths.indexOf(path) + 1];
  if (next === undefined) return '';
  return html`<p class="next">${view.words.docs.next} <a class="onward" href="${view.to(next)}">${view.words.docs.pages[next]}</a></p>`;
}
