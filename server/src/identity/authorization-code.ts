import * as oidc from 'openid-client';
import { SECOND_MS } from '../kit/clock.ts';
import { IdentityProblem, type AttemptSecrets, type CallbackParams } from './port.ts';

/** A person waits for each of these requests. */
const PATIENCE_SECONDS = 10;

/** The operator's registration with a provider. */
export interface Registration {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The full URL of Boreal's callback page, as registered. */
  readonly callback: string;
  readonly patienceSeconds?: number;
}

export const patienceOf = ({ patienceSeconds = PATIENCE_SECONDS }: Pick<Registration, 'patienceSeconds'>) => patienceSeconds;

/** A test double on this machine speaks plain http; nothing else may. */
export const executeFor = (address: string) => (new URL(address).protocol === 'http:' ? [oidc.allowInsecureRequests] : []);

/** The URL of the provider's page that asks the person, with PKCE. */
export async function authorizationUrl(
  config: oidc.Configuration,
  { callback, scope, attempt, extra = {} }: { callback: string; scope: string; attempt: AttemptSecrets; extra?: Record<string, string> },
): Promise<string> {
  const { href } = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    state: attempt.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return href;
}

/** Redeems a code at the provider, and verifies the answer. @throws IdentityProblem */
export function redeem(
  config: oidc.Configuration,
  { callback, params, attempt, nonce }: { callback: string; params: CallbackParams; attempt: AttemptSecrets; nonce: boolean },
) {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(params)) if (value !== undefined) url.searchParams.set(name, value);
  const checks = { expectedState: attempt.state, pkceCodeVerifier: attempt.verifier };
  return orProblem(() =>
    oidc.authorizationCodeGrant(config, url, nonce ? { ...checks, expectedNonce: attempt.nonce, idTokenExpected: true } : checks),
  );
}

/** Calls a provider's own API on behalf of the person. @throws IdentityProblem */
export async function readAs(token: string, address: string, patienceSeconds: number): Promise<unknown> {
  return orProblem(async () => {
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'Boreal' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceSeconds * SECOND_MS),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new IdentityProblem(answer.status >= 500 || answer.status === 429 ? 'away' : 'refused', {
        cause: `it answered ${answer.status}`,
      });
    }
    return answer.json();
  });
}

/** Reports what went wrong without the provider's text: only whether the provider's answer is reliable. */
export async function orProblem<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof IdentityProblem) throw cause;
    throw new IdentityProblem(isAway(cause) ? 'away' : 'refused', { cause });
  }
}

/** No connection, no timely answer, or an error of the provider's own. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  if (cause instanceof Response) return cause.status >= 500 || cause.status === 429;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true;
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true;
  return cause instanceof Error && isAway(cause);
}
