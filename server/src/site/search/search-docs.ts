import { errorStatuses } from '@boreal/contract/errors/errors.ts';
import MiniSearch from 'minisearch';
import { anchorOf, docKit } from '../docs/doc-kit.ts';
import { docPaths, writtenDocs, type WrittenPath } from '../docs/doc-pages.ts';
import type { View } from '../page.ts';
import { translated } from '@boreal/contract/api/translated.ts';
import type { FoundPlace } from './found-place.ts';

interface IndexedPlace extends FoundPlace {
  /** Searched but not shown: parameters and fields. */
  readonly names?: string;
}

export type SearchDocs = (question: string) => readonly FoundPlace[];

/** Longer questions are cut: nobody types one, and each word costs a scan of the whole index. */
const WORDS_MAX = 8;
const FOUND_MAX = 20;

/** Opens a search over the documentation in one language: sections, REST operations, and error codes. */
export async function openSearch(view: View): Promise<SearchDocs> {
  const places: IndexedPlace[] = [...(await sections(view)), ...(await operations(view)), ...errors(view)];
  const index = new MiniSearch({
    idField: 'href',
    fields: ['title', 'page', 'text', 'names'] satisfies (keyof IndexedPlace)[],
    processTerm: folded,
    searchOptions: { boost: { title: 3, page: 1.5 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false) },
  });
  index.addAll(places);
  const byHref = new Map(places.map((place) => [place.href, place]));
  return (question) => {
    const words = question.trim().split(/\s+/).slice(0, WORDS_MAX).join(' ');
    const all = index.search(words, { combineWith: 'AND' });
    // If the words together match nothing, some of them are better than none.
    const found = all.length > 0 ? all : index.search(words);
    return found.slice(0, FOUND_MAX).flatMap(({ id }) => byHref.get(id) ?? []);
  };
}

async function sections(view: View): Promise<FoundPlace[]> {
  const kit = await docKit(view);
  const pages = await Promise.all(
    docPaths.filter(isWritten).map(async (path) => {
      const doc = await writtenDocs[path][view.locale](kit);
      return Promise.all(
        doc.sections.map(async ({ id, title, body }) => ({
          href: `${view.to(path)}#${id}`,
          title,
          page: doc.title,
          text: textOf(String(await body)),
        })),
      );
    }),
  );
  return pages.flat();
}

async function operations({ sources, to, words, locale }: View): Promise<IndexedPlace[]> {
  const { groups } = await sources.api();
  return groups.flatMap((group) =>
    group.operations.map(({ id, method, path, summary, parameters, body }) => ({
      href: `${to('/docs/api')}#${id}`,
      title: `${method} ${path}`,
      page: words.docs.pages['/docs/api'],
      text: translated(summary, locale).text,
      names: [...parameters, ...(body?.fields ?? [])].map(({ name }) => name).join(' '),
    })),
  );
}

function errors({ to, words }: View): FoundPlace[] {
  return Object.keys(errorStatuses).map((code) => ({
    href: `${to('/docs/errors')}#${anchorOf(code)}`,
    title: code,
    page: words.docs.pages['/docs/errors'],
    text: Object.entries(words.errorMeanings).find(([known]) => known === code)?.[1] ?? '',
  }));
}

export function isWritten(path: string): path is WrittenPath {
  return path in writtenDocs;
}

/** Without accents and capitals, as people type. */
function folded(term: string): string {
  return term.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Markup as readable text: inline elements do not separate words. We escaped its values ourselves. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<\/?(?:a|code|em|strong|small)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
