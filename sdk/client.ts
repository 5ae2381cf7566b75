import { BorealError } from './boreal-error.ts';
import { exchange, ExchangeError, type Exchange } from './exchange.ts';
import type { Answer } from './read-answer.ts';
import { readSettings, type BorealOptions, type Settings } from './settings.ts';
import { SDK_VERSION } from './version.ts';

/** One operation of the API, as the client sends it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In OpenAPI's notation: `/servers/{id}`. */
  readonly path: string;
  /** The names of the inputs that go into the query; path parameters go into the path, all others into the body. */
  readonly query?: readonly string[];
}

/** Options of any call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal | undefined;
  /** For a POST: calls with the same key and input take effect once. By default each call gets a new key. */
  readonly idempotencyKey?: string | undefined;
}

/** Up to `limit` items; 1,000 by default. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The `cursor` of the next page; null after the last one, and if neither `limit` nor `cursor` was given. */
  readonly nextCursor: string | null;
}

/** An object that contains a paged list. */
export type Paged<T> = T & { readonly nextCursor: string | null };

/** Sends operations. The methods of `Boreal`, one for each operation, are generated. */
export class Client {
  readonly #settings: Settings;

  /** @throws TypeError on invalid options */
  constructor(options: BorealOptions) {
    this.#settings = readSettings(options);
  }

  /** The `data` of an answer. The API promises its shape, and it is not validated here, so that an older SDK works with a newer Boreal. */
  protected async object<T>(operation: Operation, input: object, options?: CallOptions): Promise<T> {
    const { data }: { readonly data: T } = JSON.parse((await this.#ask(operation, input, options)).text);
    return data;
  }

  protected async list<T>(operation: Operation, input: object, options?: CallOptions): Promise<Page<T>> {
    const { data, meta }: Listed<readonly T[]> = JSON.parse((await this.#ask(operation, input, options)).text);
    return { items: data, nextCursor: meta?.nextCursor ?? null };
  }

  protected async pagedObject<T>(operation: Operation, input: object, options?: CallOptions): Promise<Paged<T>> {
    const { data, meta }: Listed<T> = JSON.parse((await this.#ask(operation, input, options)).text);
    return { ...data, nextCursor: meta?.nextCursor ?? null };
  }

  /** An answer without `data`. */
  protected async whole<T>(operation: Operation, input: object, options?: CallOptions): Promise<T> {
    const body: T = JSON.parse((await this.#ask(operation, input, options)).text);
    return body;
  }

  async #ask(operation: Operation, input: object, { signal, idempotencyKey }: CallOptions = {}): Promise<Answer> {
    const { siteUrl, key, language } = this.#settings;
    const { method } = operation;
    const { address, body } = requestOf(operation, input);
    const request: Exchange = {
      siteUrl,
      key,
      language,
      method,
      address,
      userAgent: `boreal-sdk/${SDK_VERSION}`,
      ...(body !== undefined && { body }),
      ...(method === 'POST' && { idempotencyKey: idempotencyKey ?? crypto.randomUUID() }),
      signal,
    };
    try {
      return await exchange(request);
    } catch (error) {
      if (error instanceof ExchangeError) throw new BorealError(error.failed, request, error.cause);
      throw error;
    }
  }
}

interface Listed<T> {
  readonly data: T;
  /** Present when `limit` or `cursor` was given. */
  readonly meta?: { readonly nextCursor: string | null };
}

/** Distributes the input over the path, the query and the body. */
function requestOf({ method, path, query = [] }: Operation, input: object): { address: string; body: object | undefined } {
  const left = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined));
  const take = (name: string) => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = take(name);
    // "/servers//…" and "/servers/../…" would be different operations.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} must be an id`);
    return encodeURIComponent(value);
  });
  const given = query.flatMap((name) => {
    const value = take(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  if (method === 'GET' && left.size > 0) throw new TypeError(`${path} takes no ${[...left.keys()].join(', ')}`);
  const search = new URLSearchParams(Object.fromEntries(given)).toString();
  return { address: search === '' ? filled : `${filled}?${search}`, body: left.size === 0 ? undefined : Object.fromEntries(left) };
}
