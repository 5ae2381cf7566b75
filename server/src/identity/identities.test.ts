import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openIdentities } from './open-identities.ts';
import { IdentityProblem, type IdentityClient } from './port.ts';
import { openProviderDouble } from './testing/provider-double.ts';

const SITE = 'https://gpu.example.com';
const double = await openProviderDouble(`${SITE}/sign-in/`);
after(() => double.close());

const { clientId, clientSecret, url } = double;
const registration = { clientId, clientSecret };
const open = (more: object = {}) =>
  openIdentities({ google: { ...registration, issuer: url, ...more }, github: { ...registration, url, ...more } }, SITE);
const attempt = { state: 's'.repeat(32), nonce: 'n'.repeat(43), verifier: 'v'.repeat(64) };

async function clientOf(provider: 'google' | 'github', more: object = {}): Promise<IdentityClient> {
  const client = (await open(more)).get(provider);
  assert.ok(client);
  return client;
}

/** There and back, as a browser goes. */
async function wayBack(client: IdentityClient): Promise<{ state: string; code: string }> {
  const answer = await fetch(await client.begin(attempt), { redirect: 'manual' });
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  return { state: searchParams.get('state') ?? '', code: searchParams.get('code') ?? '' };
}

const problem = (is: 'away' | 'refused') => (error: unknown) => error instanceof IdentityProblem && error.is === is;

for (const provider of ['google', 'github'] as const) {
  test(`${provider} says who it is, and its secrets are not in the browser’s address`, async () => {
    double.account = { subject: '42', email: 'aurore@example.com', verified: true, name: 'Aurore', login: 'aurore-t' };
    const client = await clientOf(provider);
    const address = await client.begin(attempt);
    assert.ok(!address.includes(clientSecret) && !address.includes(attempt.verifier));
    assert.equal(new URL(address).searchParams.get('redirect_uri'), `${SITE}/sign-in/${provider}`);
    const label = provider === 'google' ? 'aurore@example.com' : 'aurore-t';
    assert.deepEqual(await client.finish(await wayBack(client), attempt), {
      subject: '42',
      email: 'aurore@example.com',
      name: 'Aurore',
      label,
    });
    double.account = { ...double.account, verified: false };
    assert.equal((await client.finish(await wayBack(client), attempt)).email, null);
  });

  test(`${provider} that says nothing, or an error of its own, is away; one that refuses the code has not said who it is`, async () => {
    const client = await clientOf(provider);
    const back = await wayBack(client);
    // Only here: on a busy machine everything else takes its time.
    const impatient = await clientOf(provider, { patienceSeconds: 0.2 });
    for (const trouble of ['silent', 'error 500'] as const) {
      double.trouble = trouble;
      await assert.rejects((trouble === 'silent' ? impatient : client).finish(back, attempt), problem('away'), trouble);
    }
    double.trouble = 'none';
    await assert.rejects(client.finish({ ...back, code: 'made up' }, attempt), problem('refused'));
    await assert.rejects(client.finish({ ...(await wayBack(client)), state: 'another' }, attempt), problem('refused'));
    await assert.rejects(client.finish(await wayBack(client), { ...attempt, verifier: 'w'.repeat(64) }), problem('refused'), 'PKCE');
    await assert.rejects(client.finish({ ...(await wayBack(client)), iss: 'https://evil.example' }, attempt), problem('refused'));
  });

  test(`${provider} that refuses this site’s registration has not said who it is`, async () => {
    const client = await clientOf(provider, { clientSecret: 'a wrong one' });
    await assert.rejects(client.finish(await wayBack(client), attempt), problem('refused'));
  });
}

test('Google that cannot be reached at the first click is asked again at the next', async () => {
  const client = await clientOf('google', { issuer: 'http://127.0.0.1:9' });
  await assert.rejects(client.begin(attempt), problem('away'));
  await assert.rejects(client.begin(attempt), problem('away'));
});

test('none is offered that is not set up, and its library is not loaded', async () => {
  assert.equal((await openIdentities({ google: null, github: null }, SITE)).size, 0);
  const google = { clientId, clientSecret };
  assert.deepEqual([...(await openIdentities({ google, github: null }, SITE)).keys()], ['google']);
});
