import type { EndpointRow } from '@boreal/contract/api/endpoint.ts';
import { addressOf, CONSOLE_PREFIXES, type DataOf, type RequestOf, type Values } from '@boreal/contract/api/request.ts';
import { z } from 'zod';
import { checkBody } from './check-body.ts';
import { randomId } from './random-id.ts';
import { read, send, type Options } from './send.ts';

/** The console's address of a row: its path parameters, preceded by the account for a row about one. */
type PathOf<R extends EndpointRow> = `${(typeof CONSOLE_PREFIXES)[R['scope']]}${R['path']}`;
type Asked<R extends EndpointRow> = RequestOf<PathOf<R>, R['takes']> & Options;
/** Optional where nothing is required. */
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

/** What every successful answer has; paged lists say where they continue. */
const Wrapped = z.object({ data: z.unknown(), meta: z.object({ nextCursor: z.string().nullable() }).optional() });

/**
 * Calls a row of the contract; returns the `data`, as the row's schema reads it. A body that the row does not accept is refused
 * before anything is sent, in the server's words.
 * @throws ApiError
 */
export async function call<R extends EndpointRow>(row: R, ...[asked]: Args<Asked<R>>): Promise<DataOf<R>>;
export async function call(row: EndpointRow, asked: LooselyAsked = {}): Promise<unknown> {
  return read(row.data, (await ask(row, asked)).data);
}

/** A first page is seen at once; whoever wants the next one wants more of it. */
const FIRST_PAGE = 50;
const NEXT_PAGES = 250;

/** Which page of a list: the start given by the previous page, null for the first. */
interface PageAsked {
  readonly cursor?: string | null;
  readonly limit?: number;
}
type PagedArgs<R extends EndpointRow> = Args<Asked<R> & PageAsked>;
type ItemOf<R extends EndpointRow> = DataOf<R> extends readonly (infer T)[] ? T : never;

/** A list, page by page: called with a `limit`, it returns where the next page begins. */
export async function callPage<R extends EndpointRow<'list'>>(row: R, ...[asked]: PagedArgs<R>): Promise<Page<ItemOf<R>>>;
export async function callPage(row: EndpointRow<'list'>, asked: LooselyAsked & PageAsked = {}): Promise<Page<unknown>> {
  const { data, nextCursor } = await askPage(row, asked);
  return { items: z.array(z.unknown()).parse(data), nextCursor };
}

/** Like callPage, for an answer that is an object with a list inside. */
export async function callObjectPage<R extends EndpointRow<'paged object'>>(
  row: R,
  ...[asked]: PagedArgs<R>
): Promise<{ data: DataOf<R>; nextCursor: string | null }>;
export async function callObjectPage(row: EndpointRow<'paged object'>, asked: LooselyAsked & PageAsked = {}): Promise<unknown> {
  return askPage(row, asked);
}

async function askPage(
  row: EndpointRow,
  { cursor, limit = cursor == null ? FIRST_PAGE : NEXT_PAGES, query, ...asked }: LooselyAsked & PageAsked,
) {
  const { data, meta } = await ask(row, { ...asked, query: { ...query, limit, cursor: cursor ?? undefined } });
  return { data: read(row.data, data), nextCursor: meta?.nextCursor ?? null };
}

async function ask(row: EndpointRow, { params, query, body, ...options }: LooselyAsked): Promise<z.output<typeof Wrapped>> {
  if (row.takes.body && body !== undefined) checkBody(row.takes.body, body);
  const address = consoleAddress(row, { params, query });
  return read(Wrapped, await send(address, { method: row.method, body, ...options }));
}

/** One for each thing that a person wants done, kept across its repetitions. */
export const newIdempotencyKey = randomId;

/** The console's address of a row, or of a file with the same scope. */
export function consoleAddress({ scope, path }: Pick<EndpointRow, 'scope' | 'path'>, named: { params?: Values; query?: Values }): string {
  return addressOf(`/api/console${CONSOLE_PREFIXES[scope]}${path}`, named);
}
