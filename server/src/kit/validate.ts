import type { Told, ToldIssue } from '@boreal/contract/messages.ts';
import { toldBySchema } from '@boreal/contract/schema-sentences.ts';
import { z } from 'zod';
import { AppError } from './errors.ts';

/** No refusal lists more than this: the rest shows once these are mended. */
const ISSUES_MAX = 20;
const KEY_SHOWN_MAX = 100;

const wording = { en: z.locales.en().localeError, fr: z.locales.fr().localeError } as const;

/**
 * A value as the schema reads it.
 * @throws INVALID_REQUEST with every issue's dotted path and sentence
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  // zod keeps one sentence an issue: the English one, which finds the pair again.
  const worded = new Map<string, Told>();
  const error = (issue: z.core.$ZodRawIssue) => {
    const told = { en: text(wording.en(issue)), fr: text(wording.fr(issue)) };
    worded.set(told.en, told);
    return told.en;
  };
  const result = schema.safeParse(value, { error });
  if (result.success) return result.data;
  const toldOf = (english: string): Told =>
    worded.get(english) ?? toldBySchema(english) ?? { en: english, fr: 'Cette valeur ne convient pas.' };
  throw new AppError('INVALID_REQUEST', { issues: result.error.issues.flatMap((issue) => tell(issue, toldOf)).slice(0, ISSUES_MAX) });
}

function tell(issue: z.core.$ZodIssue, toldOf: (english: string) => Told): ToldIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: dotted(issue.path), message: toldOf(issue.message) }];
  const message = {
    en: 'There is no such field. Check how it is written, or leave it out.',
    fr: "Ce champ n'existe pas. Vérifiez comment il s'écrit, ou omettez-le.",
  };
  return issue.keys.slice(0, ISSUES_MAX).map((key) => ({ path: dotted([...issue.path, key.slice(0, KEY_SHOWN_MAX)]), message }));
}

function text(told: ReturnType<z.core.$ZodErrorMap>): string {
  return (typeof told === 'string' ? told : told?.message) ?? '';
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
