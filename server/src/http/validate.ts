import type { RequestIssue } from '@boreal/contract/errors.ts';
import type { Locale } from '@boreal/contract/messages.ts';
import { z } from 'zod';
import { AppError } from '../kit/errors.ts';

/** No refusal lists more than this: the rest shows once these are mended. */
const ISSUES_MAX = 20;
const KEY_SHOWN_MAX = 100;

const wording = { en: z.locales.en().localeError, fr: z.locales.fr().localeError } as const satisfies Record<Locale, z.core.$ZodErrorMap>;

/**
 * A value as the schema reads it.
 * @throws INVALID_REQUEST with every issue's dotted path and a sentence in the reader's language
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown, locale: Locale): z.output<S> {
  const result = schema.safeParse(value, { error: wording[locale] });
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap((issue) => tell(issue, locale)).slice(0, ISSUES_MAX);
  throw new AppError('INVALID_REQUEST', { issues });
}

function tell(issue: z.core.$ZodIssue, locale: Locale): RequestIssue[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: dotted(issue.path), message: issue.message }];
  return issue.keys.slice(0, ISSUES_MAX).map((key) => {
    const shown = key.slice(0, KEY_SHOWN_MAX);
    const told = wording[locale]({ ...issue, keys: [shown], input: undefined });
    return { path: dotted([...issue.path, shown]), message: typeof told === 'string' ? told : (told?.message ?? issue.message) };
  });
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
