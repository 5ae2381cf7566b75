import type { z } from 'zod';
import type { EndpointRow, Parts, Scope } from './endpoint.ts';

/** Where the console's door mounts each scope's rows, relative to its own address. */
export const CONSOLE_PREFIXES = {
  account: '/accounts/:accountId',
  operator: '/operator',
  person: '',
  public: '',
} as const satisfies Record<Scope, string>;

/** The parameter names in a path: `/servers/:id` has `id`. */
export type NamesIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

type None = Readonly<Record<never, never>>;

/** What a caller passes in the path, the query and the body. Fields with a default may be omitted. */
export type RequestOf<P extends string, T extends Parts> = ([NamesIn<P>] extends [never]
  ? None
  : { readonly params: Readonly<Record<NamesIn<P>, string>> }) &
  (T extends { readonly query: infer Q extends z.ZodType } ? PartOf<'query', QueryIn<Q>> : None) &
  (T extends { readonly body: infer B extends z.ZodType } ? PartOf<'body', z.input<B>> : None);

/** A part may be omitted if it may be empty. */
type PartOf<N extends string, V> = undefined extends V
  ? { readonly [K in N]?: V }
  : None extends V
    ? { readonly [K in N]?: V | undefined }
    : { readonly [K in N]: V };

/** A query as a program passes it: numbers and booleans, which become text in the URL. */
type QueryIn<Q extends z.ZodType> = {
  readonly [N in keyof z.input<Q>]: N extends keyof z.output<Q> ? z.output<Q>[N] | Extract<z.input<Q>[N], undefined> : never;
};

/** The `data` of a row's successful answer. */
export type DataOf<R extends EndpointRow> = z.output<R['data']>;

/** The parameters of a path or a query, by name; undefined values are omitted. */
export type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** The path with its parameters filled in, and its query. */
export function addressOf(
  path: string,
  { params = {}, query = {} }: { params?: Values | undefined; query?: Values | undefined } = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} is asked for without its ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
}
