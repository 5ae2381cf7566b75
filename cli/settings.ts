import type { Locale } from '@boreal/contract/words/language.ts';
import { keyTextPrefixes } from '@boreal/contract/people/keys.ts';
import { isIP } from 'node:net';
import { usageFailure } from './failure.ts';
import type { Terminal } from './terminal.ts';
import { settingWords } from './words/setting-words.ts';

export interface Settings {
  /** The site's URL, which every write sends as its origin. */
  readonly siteUrl: string;
  readonly key: string | null;
}

type Environment = Terminal['environment'];

/** Reads where Boreal is, and which key to use. @throws what to set when something is missing or would give the key away */
export function readSettings(environment: Environment, { needsKey }: { needsKey: boolean }): Settings {
  const siteUrl = readSiteUrl(environment);
  const key = environment['BOREAL_API_KEY']?.trim() ?? '';
  if (!needsKey) return { siteUrl, key: null };
  if (key === '') throw usageFailure(settingWords.noKey(siteUrl));
  if (key.startsWith(keyTextPrefixes.mcp)) throw usageFailure(settingWords.agentKey);
  // A header cannot carry any other characters, and an error must not repeat what was typed here by mistake.
  if (!/^[\x21-\x7e]+$/.test(key)) throw usageFailure(settingWords.brokenKey);
  return { siteUrl, key };
}

function readSiteUrl(environment: Environment): string {
  const text = environment['BOREAL_URL']?.trim() ?? '';
  if (text === '') throw usageFailure(settingWords.noUrl);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw usageFailure(settingWords.notUrl);
  if (url.username !== '' || url.password !== '') throw usageFailure(settingWords.passwordInUrl);
  if (!/^\/(api\/?)?$/.test(url.pathname) || url.search !== '') throw usageFailure(settingWords.pathInUrl(url.origin));
  if (url.protocol === 'http:' && !isThisMachine(url.hostname) && environment['BOREAL_ALLOW_HTTP'] !== '1') {
    throw usageFailure(settingWords.plainHttp(url.host));
  }
  return url.origin;
}

function isThisMachine(hostname: string): boolean {
  const name = hostname.replaceAll(/[[\]]/g, '');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/** Refuses a command line with a key in it, which everybody on the machine can see. */
export function refuseKeysInArguments(args: readonly string[]): void {
  const prefixes = Object.values(keyTextPrefixes).join('|');
  const shown = new RegExp(`(?:^|[=\\s])(?:${prefixes})[0-9A-Za-z]{20,}`);
  if (args.some((arg) => shown.test(arg))) throw usageFailure(settingWords.keyInArguments);
}

/** French if the machine is set to it, otherwise English. */
export function localeOf(environment: Environment): Locale {
  const set = ['LC_ALL', 'LC_MESSAGES', 'LANG'].map((name) => environment[name] ?? '').find((value) => value !== '');
  return /^fr/i.test(set ?? '') ? 'fr' : 'en';
}
