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

/** What is between header and footer, and its title and description. */
export interface Page {
  readonly title: string;
  readonly description: string;
  readonly section: Section | null;
  readonly body: Html;
}

/** For whom a page is made, and its sources. */
export interface View {
  readonly locale: Locale;
  readonly siteUrl: string;
  readonly words: Words;
  readonly formats: Formats;
  readonly sources: Sources;
  readonly downloads: Downloads;
  /** Places of the documentation that answer a question, the best first. */
  readonly search: (question: string) => Promise<readonly FoundPlace[]>;
  /** A page of ours in the reader's language: `/docs` is `/fr/docs` in French. */
  readonly to: (path: string) => string;
  /** A page of the console, in the reader's language. */
  readonly toConsole: (path: string) => string;
  /** Where a picture of the console is. */
  readonly picture: (picture: Picture) => string;
}

/** What an address says besides the page: `:slug` in its path, and what stands behind the question mark. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** One address in both languages. */
export interface SitePage {
  /** As Fastify writes it, in English: `/gpus/:slug`. */
  readonly path: string;
  /** How long browsers and proxies may cache it. */
  readonly maxAgeSeconds: number;
  /** Null: there is no such page. */
  readonly render: (view: View, asked: Asked) => Page | null | Promise<Page | null>;
}
