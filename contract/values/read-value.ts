import type { z } from 'zod';
import { tellIssue } from './issue-sentences.ts';
import type { Told, ToldIssue } from '../words/language.ts';
import { toldBySchema } from './schema-sentences.ts';

/** The most issues in one refusal: the others appear once these are fixed. */
const ISSUES_MAX = 20;
const KEY_SHOWN_MAX = 100;

export type ReadValue<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly issues: readonly ToldIssue[] };

/** The value as the schema parses it, or every issue's dotted path and sentence in both languages. */
export function readValue<S extends z.ZodType>(schema: S, value: unknown): ReadValue<z.output<S>> {
  // zod keeps one sentence per issue: the English one, which identifies the pair.
  const worded = new Map<string, Told>();
  const error = (issue: z.core.$ZodRawIssue) => {
    const told = tellIssue(issue);
    worded.set(told.en, told);
    return told.en;
  };
  const result = schema.safeParse(value, { error });
  if (result.success) return { success: true, data: result.data };
  const toldOf = (english: string): Told =>
    worded.get(english) ?? toldBySchema(english) ?? { en: english, fr: 'Cette valeur ne convient pas.' };
  return { success: false, issues: result.error.issues.flatMap((issue) => tell(issue, toldOf)).slice(0, ISSUES_MAX) };
}

function tell(issue: z.core.$ZodIssue, toldOf: (english: string) => Told): ToldIssue[] {
  const message = toldOf(issue.message);
  if (issue.code !== 'unrecognized_keys') return [{ path: dotted(issue.path), message }];
  return issue.keys.slice(0, ISSUES_MAX).map((key) => ({ path: dotted([...issue.path, key.slice(0, KEY_SHOWN_MAX)]), message }));
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}
