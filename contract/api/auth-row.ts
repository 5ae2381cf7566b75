import type { z } from 'zod';

/**
 * Whom the door lets through to the library: anybody, because the content proves itself or nothing is revealed; someone with a live
 * session; or someone who has also recently proved their identity, because the request adds or removes a way to sign in.
 */
type Who = 'anybody' | 'signed in' | 'proven';

/** An authentication request, under `/api/auth`. A library answers it, so its answers are not wrapped in `data`. */
export interface AuthRow<B extends z.ZodType = z.ZodType<object>, Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Requests per clock minute and client network. */
  readonly limit: number;
  readonly who: Who;
  readonly body?: B;
  readonly query?: Q;
  /** What callers read from the answer; nothing if absent. */
  readonly answer?: A;
}

/** Checks a row's shape and keeps the types of its schemas. */
export function row<
  B extends z.ZodType<object> = never,
  Q extends z.ZodType<Readonly<Record<string, string>>> = never,
  A extends z.ZodType = never,
>(told: AuthRow<B, Q, A>): AuthRow<B, Q, A> {
  return told;
}

/** Requests per minute, by purpose. */
export const GUESS = 10;
export const READ = 120;
export const CHANGE = 20;
