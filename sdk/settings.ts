/** How to reach a Boreal. */
export interface BorealOptions {
  /** The site's URL: `https://gpu.example`. */
  readonly siteUrl: string;
  /** An API key (`gpu_…`) from the console. Keep it out of browsers and repositories. */
  readonly apiKey: string;
  /** The language of messages; English by default. */
  readonly language?: 'en' | 'fr' | undefined;
  /** Allows sending the key over plain http to another machine, where everyone in between can read it. For tests. */
  readonly allowHttp?: boolean | undefined;
}

export interface Settings {
  readonly siteUrl: string;
  readonly key: string;
  readonly language: string;
}

/** @throws TypeError on an invalid URL or key, without repeating the key */
export function readSettings({ siteUrl, apiKey, language = 'en', allowHttp = false }: BorealOptions): Settings {
  const url = URL.canParse(siteUrl) ? new URL(siteUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('siteUrl must be an address such as https://gpu.example');
  if (url.username !== '' || url.password !== '') throw new TypeError('siteUrl must not contain a user name or a password');
  if (!/^\/(api\/?)?$/.test(url.pathname) || url.search !== '') throw new TypeError(`siteUrl must have no path: ${url.origin}`);
  if (url.protocol === 'http:' && !allowHttp && !isThisMachine(url.hostname)) {
    throw new TypeError(`Over plain http, everyone between here and ${url.host} can read your key. Use https, or set allowHttp.`);
  }
  // A header cannot carry any other characters, and the error that fetch throws would repeat the key.
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey must be an API key from the console');
  if (apiKey.startsWith('svc_mcp_'))
    throw new TypeError('apiKey is the key of an agent (svc_mcp_…). Create an API key (gpu_…) in the console.');
  return { siteUrl: url.origin, key: apiKey, language };
}

function isThisMachine(hostname: string): boolean {
  const name = hostname.replaceAll(/[[\]]/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\.\d+\.\d+\.\d+$/.test(name);
}
