import assert from 'node:assert/strict';

/** A browser as far as a server sees one: it keeps cookies and names the page that a write comes from. */
export interface Browser {
  /** Cookies by name, as they would be sent. */
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Headers): Promise<BrowserAnswer>;
  post(path: string, json?: unknown, headers?: Headers): Promise<BrowserAnswer>;
  put(path: string, json: unknown, headers?: Headers): Promise<BrowserAnswer>;
  remove(path: string, json?: unknown, headers?: Headers): Promise<BrowserAnswer>;
  /** Any request, with a body as it is. */
  ask(request: Asked): Promise<BrowserAnswer>;
}

/** null leaves a header out. */
type Headers = Readonly<Record<string, string | null>>;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly text?: string | undefined;
  readonly headers?: Headers;
}

export interface BrowserAnswer {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly text: string;
  /** Null when it is no JSON. */
  readonly json: unknown;
  readonly setCookies: readonly string[];
}

let addresses = 0;

/** An address that no request came from before. */
export function freshAddress(): string {
  addresses += 1;
  assert.ok(addresses < 2 ** 22, 'the test has used up its addresses');
  return `100.${64 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

export function openBrowser(parts: { url: string; siteUrl: string }): Browser {
  const cookies = new Map<string, string>();
  const ask: Browser['ask'] = async ({ method, path, text, headers = {} }) => {
    const all: Headers = {
      'x-forwarded-for': freshAddress(),
      'user-agent': 'Tests/1.0',
      ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      ...(method !== 'GET' && { origin: parts.siteUrl }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const sent = new globalThis.Headers();
    for (const [name, value] of Object.entries(all)) if (value !== null) sent.set(name, value);
    const answer = await fetch(`${parts.url}${path}`, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(text !== undefined && { body: text }),
    });
    const body = await answer.text();
    const setCookies = answer.headers.getSetCookie();
    for (const line of setCookies) keep(cookies, line);
    const json: unknown = body !== '' && answer.headers.get('content-type')?.includes('json') ? JSON.parse(body) : null;
    return { status: answer.status, headers: answer.headers, text: body, json, setCookies };
  };
  const text = (json: unknown) => (json === undefined ? undefined : JSON.stringify(json));
  return {
    cookies,
    ask,
    get: (path, headers = {}) => ask({ method: 'GET', path, headers }),
    post: (path, json, headers = {}) => ask({ method: 'POST', path, text: text(json), headers }),
    put: (path, json, headers = {}) => ask({ method: 'PUT', path, text: text(json), headers }),
    remove: (path, json, headers = {}) => ask({ method: 'DELETE', path, text: text(json), headers }),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';');
  const [name = '', ...value] = pair.split('=');
  const ended = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
  if (ended) cookies.delete(name);
  else cookies.set(name, value.join('='));
}
