import assert from 'node:assert/strict';
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { systemClock } from '../../kit/clock.ts';

/** A person's account at a provider. */
export interface ProviderAccount {
  /** Google's `sub`, GitHub's number. */
  readonly subject: string;
  readonly email: string | null;
  readonly verified: boolean;
  readonly name: string;
  /** GitHub's user name. */
  readonly login: string;
}

/** What fails at the provider, until changed. */
export type Trouble =
  | 'none'
  | 'error 500'
  | 'silent'
  | 'cancel'
  | 'wrong nonce'
  | 'wrong audience'
  | 'wrong issuer'
  | 'expired'
  | 'server_error';

export interface ProviderDouble {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The account signed in to the provider in the browsers that arrive. */
  account: ProviderAccount;
  trouble: Trouble;
  /** The access tokens that it has issued. */
  readonly tokens: readonly string[];
  /** Requests without the secret, with a wrong redirect URI, or without PKCE. */
  readonly wrong: readonly string[];
  close(): Promise<void>;
}

interface Code {
  readonly account: ProviderAccount;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly redirectUri: string;
}

/**
 * Google and GitHub on the loopback, with what signing in needs: the authorization code with PKCE (S256), discovery and ID tokens signed
 * with RS256 like Google's, and `/api/v3/user` and `/api/v3/user/emails` like those of a self-hosted GitHub. Its page asks nothing and
 * redirects the browser back, after a click if a person uses the browser.
 */
export async function openProviderDouble(callback: string): Promise<ProviderDouble> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'double', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Code>();
  const holders = new Map<string, ProviderAccount>();
  const tokens: string[] = [];
  const wrong: string[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      wrong.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const url = `http://127.0.0.1:${address.port}`;
  const double: ProviderDouble = {
    url,
    clientId: 'boreal-client',
    clientSecret: 'a secret of the double',
    account: { subject: '1', email: null, verified: false, name: '', login: 'nobody' },
    trouble: 'none',
    tokens,
    wrong,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/.well-known/openid-configuration') return json(response, 200, discovery(url));
    if (pathname === '/jwks') return json(response, 200, { keys: [jwk] });
    if (pathname === '/authorize' || pathname === '/login/oauth/authorize') return authorize(searchParams, response);
    if (double.trouble === 'silent') return;
    if (double.trouble === 'error 500') return json(response, 500, { message: 'We had a problem' });
    if (pathname === '/token' || pathname === '/login/oauth/access_token') return token(request, response, pathname);
    const holder = holders.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!holder) return json(response, 401, { message: 'Bad credentials' });
    assert.ok(request.headers['user-agent'], 'GitHub refuses those without a name');
    const { subject, login, name, email, verified } = holder;
    if (pathname === '/api/v3/user') return json(response, 200, { id: Number(subject), login, name, email: null });
    if (pathname === '/api/v3/user/emails') {
      const own = email === null ? [] : [{ email, primary: true, verified, visibility: 'private' }];
      return json(response, 200, [
        { email: `${login}@users.noreply.github.com`, primary: false, verified: true, visibility: null },
        ...own,
      ]);
    }
    return json(response, 404, { message: 'Not Found' });
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== double.clientId || !back.startsWith(callback)) {
      wrong.push(`an unregistered address: ${back}`);
      return json(response, 400, { error: 'redirect_uri_mismatch' });
    }
    if (query.get('code_challenge_method') !== 'S256' || query.get('response_type') !== 'code') wrong.push('no PKCE');
    const target = new URL(back);
    target.searchParams.set('state', query.get('state') ?? '');
    if (double.trouble === 'cancel') target.searchParams.set('error', 'access_denied');
    else if (double.trouble === 'server_error') target.searchParams.set('error', 'server_error');
    else {
      const code = randomBytes(16).toString('base64url');
      codes.set(code, {
        account: double.account,
        challenge: query.get('code_challenge') ?? '',
        nonce: query.get('nonce'),
        redirectUri: back,
      });
      target.searchParams.set('code', code);
    }
    response.writeHead(302, { location: target.href }).end();
  }

  async function token(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const isGithub = path !== '/token';
    const form = new URLSearchParams(await textOf(request));
    const code = codes.get(form.get('code') ?? '');
    // A code can be used once, even wrongly.
    codes.delete(form.get('code') ?? '');
    const isKnown = form.get('client_id') === double.clientId && form.get('client_secret') === double.clientSecret;
    const isRight =
      code?.redirectUri === form.get('redirect_uri') && code.challenge === hash('sha256', form.get('code_verifier') ?? '', 'base64url');
    if (!isKnown) wrong.push('without its secret');
    // GitHub reports this error with status 200.
    if (!code || !isKnown || !isRight)
      return json(response, isGithub ? 200 : 400, { error: isGithub ? 'bad_verification_code' : 'invalid_grant' });
    const access = `gho_${randomBytes(18).toString('base64url')}`;
    tokens.push(access);
    holders.set(access, code.account);
    if (isGithub) return json(response, 200, { access_token: access, scope: 'read:user,user:email', token_type: 'bearer' });
    return json(response, 200, { access_token: access, token_type: 'Bearer', expires_in: 3599, scope: 'openid', id_token: idToken(code) });
  }

  function idToken({ account, nonce }: Code): string {
    const { trouble } = double;
    const { subject, email, verified, name } = account;
    const issued = Math.floor(systemClock().wall().getTime() / 1000) - (trouble === 'expired' ? 7200 : 0);
    const claims = {
      iss: trouble === 'wrong issuer' ? 'https://evil.example' : url,
      aud: trouble === 'wrong audience' ? 'somebody-else' : double.clientId,
      sub: subject,
      iat: issued,
      exp: issued + 3600,
      nonce: trouble === 'wrong nonce' ? 'other' : nonce,
      name,
      ...(email !== null && { email, email_verified: verified }),
    };
    const signed = [{ alg: 'RS256', kid: 'double', typ: 'JWT' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    return [...signed, sign('sha256', Buffer.from(signed.join('.')), privateKey).toString('base64url')].join('.');
  }
  return double;
}

const discovery = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
});

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
