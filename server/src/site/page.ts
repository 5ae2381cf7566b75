import type { Locale } from '@boreal/contract/words/language.ts';
import type { html } from 'hono/html';
import type { Downloads } from './downloads.ts';
import type { Formats } from './format.ts';
import type { Picture } from './pictures.ts';
import type { FoundPlace } from './search/found-place.ts';
import type { Sources } from './sources.ts';
import type { Words } from './words/words.ts';

/** Markup in which every value has been escaped. */
export type Html = ReturnType<typeof html>;

/** The page's entry in the navigation. */
export type Section = 'gpus' | 'docs' | 'status';

/** The part between header and footer, and the page's title and description. */
export interface Page {
  readonly title: string;
  readonly description: string;
  readonly section: Section | null;
  readonly body: Html;
}

/** The reader's context for a page, and its data sources. */
export interface View {
  readonly locale: Locale;
  readonly siteUrl: string;
  readonly words: Words;
  readonly formats: Formats;
  readonly sources: Sources;
  readonly downloads: Downloads;
  /** Places in the documentation that answer a question, the best first. */
  readonly search: (question: string) => Promise<readonly FoundPlace[]>;
  /** The URL of one of our pages in the reader's language: `/docs` is `/fr/docs` in French. */
  readonly to: (path: string) => string;
  /** A page of the console, in the reader's language. */
  readonly toConsole: (path: string) => string;
  /** The URL of a picture of the console. */
  readonly picture: (picture: Picture) => string;
}

/** The rest of the request: `:slug` in its path, and the query. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** One page in both languages. */
export interface SitePage {
  /** In Fastify's notation, in English: `/gpus/:slug`. */
  readonly path: string;
  /** How long browsers and proxies may cache it. */
  readonly maxAgeSeconds: number;
  /** Null: there is no such page. */
  readonly render: (view: View, asked: Asked) => Page | null | Promise<Page | null>;
}
