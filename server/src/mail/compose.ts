import { frenchSpacing } from '@boreal/contract/words/french-spacing.ts';
import { noticeAudiences, type NoticeKind } from '@boreal/contract/account/notices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { FramedLetter, Letter, Occasion, WriteLetter } from './letter.ts';
import { closingLetters } from './letters/closing.letters.ts';
import { creditLetters } from './letters/credit.letters.ts';
import { incidentLetters } from './letters/incidents.letters.ts';
import { orderLetters } from './letters/orders.letters.ts';
import { peopleLetters } from './letters/people.letters.ts';
import { serverLetters } from './letters/servers.letters.ts';
import { secondOperatorLetters } from './letters/second-operator.letters.ts';
import { ticketLetters } from './letters/tickets.letters.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const letters = {
  ...closingLetters,
  ...creditLetters,
  ...incidentLetters,
  ...orderLetters,
  ...peopleLetters,
  ...serverLetters,
  ...secondOperatorLetters,
  ...ticketLetters,
} satisfies Record<NoticeKind, WriteLetter>;

/** A mail's subject, and its body as text and as HTML. */
export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The URL by which a mail program's own button stops such mails; null: they cannot be stopped. */
  readonly stopUrl: string | null;
}

/** Writes a notice's mail in one language. `accountName` is null if it concerns no account. */
export function compose(kind: NoticeKind, occasion: Occasion & { accountName: string | null }, language: Language): Composed {
  const letter = typeset(letters[kind](occasion, language), language);
  const host = new URL(occasion.siteUrl).host;
  const framed: FramedLetter = {
    ...letter,
    // A line break in a name could otherwise add headers.
    subject: letter.subject.replaceAll(/\p{Cc}+/gu, ' '),
    language,
    siteUrl: occasion.siteUrl,
    reason: reasonOf(kind, { host, accountName: occasion.accountName })[language],
  };
  return { subject: framed.subject, text: renderText(framed), html: renderHtml(framed), stopUrl: framed.stop?.url ?? null };
}

/** Applies the language's typography to sentences; names, values and what people wrote stay as they are. */
function typeset(letter: Letter, language: Language): Letter {
  if (language === 'en') return letter;
  return {
    ...letter,
    subject: frenchSpacing(letter.subject),
    paragraphs: letter.paragraphs.map(frenchSpacing),
    list: letter.list?.map(frenchSpacing) ?? [],
  };
}

function reasonOf(kind: NoticeKind, { host, accountName }: { host: string; accountName: string | null }): Record<Language, string> {
  const audience = noticeAudiences[kind];
  if (audience === 'subscribers') {
    return {
      en: `You receive this because this address subscribed to incidents, maintenance and announcements at ${host}.`,
      fr: `Vous recevez ce courriel parce que cette adresse est abonnée aux incidents, à la maintenance et aux annonces de ${host}.`,
    };
  }
  if (audience !== 'person' && 'operatorsWho' in audience) {
    return {
      en: `You receive this because you are an operator of ${host}.`,
      fr: `Vous recevez ce courriel parce que vous exploitez ${host}.`,
    };
  }
  if (kind === 'stock_back') {
    return {
      en: `You receive this once, because you asked at ${host} to be told.`,
      fr: `Vous recevez ce courriel une seule fois, parce que vous l’avez demandé sur ${host}.`,
    };
  }
  if (audience === 'person' || accountName === null) {
    return {
      en: `You receive this because someone gave this address at ${host}.`,
      fr: `Vous recevez ce courriel parce que quelqu’un a donné cette adresse sur ${host}.`,
    };
  }
  return {
    en: `You receive this because you belong to the account ${accountName} at ${host}.`,
    fr: `Vous recevez ce courriel parce que vous êtes membre du compte ${accountName} sur ${host}.`,
  };
}
