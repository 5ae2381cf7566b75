import { IDENTITY_MINUTES } from '@boreal/contract/people/identities.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import type { AuthCall } from '../auth-call.ts';

/** The cookie that identifies the browser in which a sign-in began; the library adds its prefix. */
const BROWSER_COOKIE = 'identity';
const LENGTH = 32;

/**
 * The name of this browser while the person is at a provider. The return is valid only in the browser that began: a URL with another
 * person's code signs nobody in to that person's account. Several pages of one browser share the name, each with its own attempt.
 */
export function nameBrowser(call: AuthCall): string {
  const name = browserOf(call) ?? randomBase62(LENGTH);
  const { name: cookie, attributes } = call.context.createAuthCookie(BROWSER_COOKIE, { maxAge: 2 * IDENTITY_MINUTES * 60 });
  call.setCookie(cookie, name, attributes);
  return name;
}

/** Null: nothing has begun in this browser. */
export function browserOf(call: AuthCall): string | null {
  const name = call.getCookie(call.context.createAuthCookie(BROWSER_COOKIE).name);
  return name != null && name.length === LENGTH ? name : null;
}
