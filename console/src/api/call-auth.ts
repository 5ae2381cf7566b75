import type { AuthRow } from '@boreal/contract/api/auth-row.ts';
import { addressOf, type Values } from '@boreal/contract/api/request.ts';
import { z } from 'zod';
import { checkBody } from './check-body.ts';
import { read, send, type Options } from './send.ts';

type Body<R extends AuthRow> = [NonNullable<R['body']>] extends [never] ? unknown : { readonly body: z.input<NonNullable<R['body']>> };
type Query<R extends AuthRow> = [NonNullable<R['query']>] extends [never] ? unknown : { readonly query: z.input<NonNullable<R['query']>> };
type Answer<R extends AuthRow> = [NonNullable<R['answer']>] extends [never] ? unknown : z.output<NonNullable<R['answer']>>;
type Args<A> = Record<never, never> extends A ? [asked?: A & Options] : [asked: A & Options];

/** Calls a row about signing in; returns the parts of the answer that are used. @throws ApiError */
export async function callAuth<R extends AuthRow>(row: R, ...[asked]: Args<Body<R> & Query<R>>): Promise<Answer<R>>;
export async function callAuth(
  row: AuthRow,
  { body, query, ...options }: Options & { body?: unknown; query?: Values } = {},
): Promise<unknown> {
  if (row.body) checkBody(row.body, body);
  const answer = await send(`/api/auth${addressOf(row.path, { query })}`, { method: row.method, body, ...options });
  return read(row.answer ?? z.unknown(), answer);
}
