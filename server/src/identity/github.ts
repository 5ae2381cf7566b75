import * as oidc from 'openid-client';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';
import { z } from 'zod';
import { authorizationUrl, executeFor, patienceOf, readAs, redeem, type Registration } from './authorization-code.ts';
import { IdentityProblem, type IdentityClient } from './port.ts';

export const GITHUB_URL = 'https://github.com';

const User = z.object({ id: z.int(), login: z.string().min(1), name: z.string().nullish() });
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub accounts, through OAuth and its API: it has no ID token. Also for a self-hosted GitHub at another URL. */
export function githubIdentities({ url = GITHUB_URL, ...registration }: Registration & { url?: string }): IdentityClient {
  const { clientId, clientSecret, callback } = registration;
  const api = url === GITHUB_URL ? 'https://api.github.com' : `${url}/api/v3`;
  const config = new oidc.Configuration(
    {
      issuer: `${url}/login/oauth`,
      authorization_endpoint: `${url}/login/oauth/authorize`,
      token_endpoint: `${url}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  );
  const patience = patienceOf(registration);
  config.timeout = patience;
  for (const execute of executeFor(url)) execute(config);
  return {
    provider: 'github',
    address: url,
    begin: (attempt) => authorizationUrl(config, { callback, scope: 'read:user user:email', attempt, extra: { prompt: 'select_account' } }),
    finish: async (params, attempt) => {
      const { access_token: token } = await redeem(config, { callback, params, attempt, nonce: false });
      const [user, emails] = await Promise.all([readAs(token, `${api}/user`, patience), readAs(token, `${api}/user/emails`, patience)]);
      return identifiedBy(parsed(User, user), parsed(Emails, emails));
    },
  };
}

/** Identified by number: a name on GitHub can be given up and taken by someone else. */
function identifiedBy({ id, login, name }: z.output<typeof User>, emails: z.output<typeof Emails>) {
  const primary = emails.find((one) => one.primary && one.verified && z.email().safeParse(one.email).success);
  return { subject: String(id), email: primary?.email ?? null, name: visibleLine(name ?? login), label: visibleLine(login) };
}

function parsed<T extends z.ZodType>(schema: T, answer: unknown): z.output<T> {
  const read = schema.safeParse(answer);
  if (!read.success) throw new IdentityProblem('refused', { cause: read.error });
  return read.data;
}
