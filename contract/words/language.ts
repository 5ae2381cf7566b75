import { z } from 'zod';

/** The languages in which Boreal writes to people. */
export const Language = z.enum(['en', 'fr']);
export type Language = z.infer<typeof Language>;
export type Locale = Language;

/** A sentence for a person in each language; the door that shows it picks one. */
export type Told = Readonly<Record<Locale, string>>;

/** Sentences by name; one with a value is a function of it. */
export type Sentences = Readonly<Record<string, Told | ((...about: never[]) => Told)>>;

/** What is wrong with one field of a request; an empty path means the request as a whole. */
export interface ToldIssue {
  readonly path: string;
  readonly message: Told;
}
