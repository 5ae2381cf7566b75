import { z } from 'zod';

/** The languages in which people are written to. */
export const Language = z.enum(['en', 'fr']);
export type Language = z.infer<typeof Language>;
export type Locale = Language;

/** A sentence for a person in each language; the door that shows it picks one. */
export type Told = Readonly<Record<Locale, string>>;

/** Sentences by their names; one that tells a value is made from it. */
export type Sentences = Readonly<Record<string, Told | ((...about: never[]) => Told)>>;

/** What is wrong with one field of a request; an empty path is the request as a whole. */
export interface ToldIssue {
  readonly path: string;
  readonly message: Told;
}
