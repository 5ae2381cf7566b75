import type { z } from 'zod';

/**
 * Whom the door lets through to the library: anybody, because the content proves itself or nothing is revealed; somebody with a
 * live session; or somebody who has also recently proved their identity, because it adds or removes a way in.
 */
type Who = 'anybody' | 'signed in' | 'proven';

/** A request about signing in, below `/api/auth`. A library answers it, so its answers are not wrapped in `data`. */
export interface AuthRow<B extends z.ZodType = z.ZodType<object>, Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Requests per clock minute and client network. */
  readonly limit: number;
  readonly who: Who;
  readonly body?: B;
  readonly query?: Q;
  /** What callers read of the answer; if absent, nothing. */
  readonly answer?: A;
}

/** Holds a row to its shape and keeps the types of its schemas. */
export function row<
  B extends z.ZodType<object> = never,
  Q extends z.ZodType<Readonly<Record<string, string>>> = never,
  A extends z.ZodType = never,
>(told: AuthRow<B, Q, A>): AuthRow<B, Q, A> {
  return told;
}

/** Requests a minute, by what they are for. */
export const GUESS = 10;
export const READ = 120;
export const CHANGE = 20;
