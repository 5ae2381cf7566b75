import type { Sentences } from '../words/language.ts';
import { phrases } from '../words/phrases.ts';

/** What Boreal itself announces about planned maintenance: in its history, and to subscribers. */
export const incidentNews = {
  begun: { en: 'The planned work has begun.', fr: 'Les travaux prévus ont commencé.' },
  moved: ({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }) => ({
    en: `The time has changed. It begins on ${phrases.en.time(startsAt)}${endsAt === null ? '' : ` and is planned to end on ${phrases.en.time(endsAt)}`}.`,
    fr: `L’heure a changé. Début : ${phrases.fr.time(startsAt)}${endsAt === null ? '' : `. Fin prévue : ${phrases.fr.time(endsAt)}`}.`,
  }),
} as const satisfies Sentences;
