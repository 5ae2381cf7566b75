import { siteLinks, type SiteLinks } from '@boreal/contract/words/links.ts';
import { noticeShapes, type NoticeData, type NoticeKind } from '@boreal/contract/account/notices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { phrases, type Phrases } from '@boreal/contract/words/phrases.ts';
import type { z } from 'zod';
import { plainName } from './plain-name.ts';

/** The content of a mail, before it is text or HTML. Everything in it is plain text. */
export interface Letter {
  readonly subject: string;
  /** What happened and what to do next, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** The things it is about, if there are several, one per line. */
  readonly list?: readonly string[];
  /** Names and values, one per line. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** What a person wrote, unchanged. */
  readonly quote?: string;
  /** The one thing to do next. */
  readonly action?: { readonly label: string; readonly url: string };
  /** How to stop mails of this kind, if they are not about what the reader has. */
  readonly stop?: { readonly label: string; readonly url: string };
}

/** A letter with its footer, in one language. */
export interface FramedLetter extends Letter {
  readonly language: Language;
  readonly siteUrl: string;
  /** Why the reader receives it. */
  readonly reason: string;
}

/** The input of a letter. */
export interface Occasion {
  /** As the notice stores it. */
  readonly data: unknown;
  readonly serverId: string | null;
  /** The token of the link; null if the letter has none, or it was erased. */
  readonly secret: string | null;
  readonly siteUrl: string;
}

/** The input of one kind of letter. */
export interface About<K extends NoticeKind> {
  readonly data: NoticeData[K];
  readonly links: SiteLinks;
  /** The page of the server concerned, or of all servers. */
  readonly serverPage: string;
  readonly token: string;
  readonly say: Phrases;
}

export type WriteLetter = (occasion: Occasion, language: Language) => Letter;

const shapes: { readonly [K in NoticeKind]: z.ZodType<NoticeData[K]> } = noticeShapes;

/** Fields with names that people chose for themselves and their accounts. */
const NAMES: readonly string[] = ['name', 'accountName', 'invitedBy'];

function withPlainNames(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const plain = ([field, value]: [string, unknown]) => [
    field,
    NAMES.includes(field) && typeof value === 'string' ? plainName(value) : value,
  ];
  return Object.fromEntries(Object.entries(data).map(plain));
}

/** The letter for one kind of notice, in each language. Throws on data that does not match the kind's shape. */
export function letter<K extends NoticeKind>(kind: K, words: Record<Language, (about: About<K>) => Letter>): WriteLetter {
  return ({ data, serverId, secret, siteUrl }, language) => {
    const links = siteLinks(siteUrl);
    return words[language]({
      data: shapes[kind].parse(kind === 'access_changed' ? data : withPlainNames(data)),
      links,
      serverPage: serverId === null ? links.console : links.server(serverId),
      token: secret ?? '',
      say: phrases[language],
    });
  };
}
