import { isStorable } from '../kit/storable.ts';
import { doorIssue } from './door-messages.ts';

const JSON_TYPE = /^application\/(?:[a-z0-9.-]+\+)?json(?:\s*;|$)/i;
/**
 * Text that could contain a "__proto__" property, a NUL or half of a surrogate pair, escaped or not; only such text is checked in detail.
 */
const SUSPICIOUS = /__proto__|\\u(?:00|d[89a-f])/i;

/**
 * The object in a request's body.
 * @throws INVALID_REQUEST when it is missing, of another type, malformed, not an object, or contains what no field may contain
 */
export function readJson(body: { text: string | undefined; contentType: string | undefined }): object {
  const { text, contentType } = body;
  if (text === undefined || text === '') throw doorIssue('emptyBody');
  if (!JSON_TYPE.test(contentType ?? '')) throw doorIssue('contentType');
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw doorIssue('notObject');
  return value;
}

function parse(text: string): unknown {
  let found: 'prototype' | 'nul' | null = null;
  const inspect = (key: string, value: unknown) => {
    if (key === '__proto__') found = 'prototype';
    if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) found = 'nul';
    return value;
  };
  let value: unknown;
  try {
    value = SUSPICIOUS.test(text) ? JSON.parse(text, inspect) : JSON.parse(text);
  } catch {
    throw doorIssue('notJson');
  }
  if (found !== null) throw doorIssue(found);
  return value;
}
