import type { EndpointRow } from '@boreal/contract/endpoint.ts';
import { addressOf, CONSOLE_PREFIXES, type DataOf, type RequestOf, type Values } from '@boreal/contract/request.ts';
import { z } from 'zod';
import { checkBody } from './check-body.ts';
import { randomId } from './random-id.ts';
import { read, send, type Options } from './send.ts';

/** Where the console finds a row: what its path names, and before it the account for a row about one. */
type PathOf<R extends EndpointRow> = `${(typeof CONSOLE_PREFIXES)[R['scope']]}${R['path']}`;
type Asked<R extends EndpointRow> = RequestOf<PathOf<R>, R['takes']> & Options;
/** Nothing has to be said where nothing must be. */
type Args<A> = Record<never, never> extends A ? [asked?: A] : [asked: A];

interface LooselyAsked extends Options {
  readonly params?: Values;
  readonly query?: Values;
  readonly body?: unknown;
}

/** Part of a list, and where the next begins. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** What every success carries; lists that were asked for with a limit say where they go on. */
const Wrapped = z.object({ data: z.unknown(), meta: z.object({ nextCursor: z.string().nullable() }).optional() });

/**
 * Asks what a row of the contract says; answers the `data`, as the row's schema reads it. A body that is not what the row
 * takes is told before anything is sent, in the server's words.
 * @throws ApiError
 */
export async function call<R extends EndpointRow>(row: R, ...[asked]: Args<Asked<R>>): Promise<DataOf<R>>;
export async function call(row: EndpointRow, asked: LooselyAsked = {}): Promise<unknown> {
  return read(row.data, (await ask(row, asked)).data);
}

/** Which page of a list: where the page before said that this one begins, null for the first. */
interface PageAsked {
  readonly cursor?: string | null;
  readonly limit?: number;
}
type PagedArgs<R extends EndpointRow> = Args<Asked<R> & PageAsked>;
type ItemOf<R extends EndpointRow> = DataOf<R> extends readonly (infer T)[] ? T : never;

/** A list, page by page: asked with a `limit`, it answers where the next page begins. */
export async function callPage<R extends EndpointRow<'list'>>(row: R, ...[asked]: PagedArgs<R>): Promise<Page<ItemOf<R>>>;
export async function callPage(row: EndpointRow<'list'>, asked: LooselyAsked & PageAsked = {}): Promise<Page<unknown>> {
  const { data, nextCursor } = await askPage(row, asked);
  return { items: z.array(z.unknown()).parse(data), nextCursor };
}

/** As callPage, for an answer that is an object with a list inside. */
export async function callObjectPage<R extends EndpointRow<'paged object'>>(
  row: R,
  ...[asked]: PagedArgs<R>
): Promise<{ data: DataOf<R>; nextCursor: string | null }>;
export async function callObjectPage(row: EndpointRow<'paged object'>, asked: LooselyAsked & PageAsked = {}): Promise<unknown> {
  return askPage(row, asked);
}

async function askPage(row: EndpointRow, { cursor, limit = 50, query, ...asked }: LooselyAsked & PageAsked) {
  const { data, meta } = await ask(row, { ...asked, query: { ...query, limit, cursor: cursor ?? undefined } });
  return { data: read(row.data, data), nextCursor: meta?.nextCursor ?? null };
}

async function ask(row: EndpointRow, { params, query, body, ...options }: LooselyAsked): Promise<z.output<typeof Wrapped>> {
  if (row.takes.body && body !== undefined) checkBody(row.takes.body, body);
  const address = consoleAddress(row, { params, query });
  return read(Wrapped, await send(address, { method: row.method, body, ...options }));
}

/** One for each thing that a person wants done, kept over its repetitions. */
export const newIdempotencyKey = randomId;

/** Where the console's door has a row, or a file of the same scope. */
export function consoleAddress({ scope, path }: Pick<EndpointRow, 'scope' | 'path'>, named: { params?: Values; query?: Values }): string {
  return addressOf(`/api/console${CONSOLE_PREFIXES[scope]}${path}`, named);
}
