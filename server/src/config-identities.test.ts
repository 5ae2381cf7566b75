import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

test('half a registration with Google or GitHub is refused, and names what is missing without what is there', () => {
  for (const name of ['GOOGLE', 'GITHUB']) {
    const [id, secret] = [`BOREAL_${name}_CLIENT_ID`, `BOREAL_${name}_CLIENT_SECRET`];
    const missing = (what: string) => (error: unknown) =>
      error instanceof ConfigError && error.message.includes(`${what}: `) && !error.message.includes('hush');
    assert.throws(() => readConfig({ [id]: 'hush' }), missing(secret));
    assert.throws(() => readConfig({ [secret]: 'hush' }), missing(id));
    assert.throws(() => readConfig({ [id]: 'hush', [secret]: ' ' }), ConfigError);
  }
  const { identities } = readConfig({ BOREAL_GITHUB_CLIENT_ID: 'id', BOREAL_GITHUB_CLIENT_SECRET: 'hush' });
  assert.deepEqual(identities, { google: null, github: { clientId: 'id', clientSecret: 'hush' } });
});

test('a provider is asked over https only, but for one on this machine', () => {
  const pair = { BOREAL_GITHUB_CLIENT_ID: 'id', BOREAL_GITHUB_CLIENT_SECRET: 'hush' };
  for (const url of ['http://github.example.com', 'https://github.example.com/', 'http://localhost.example.com', 'github.example.com'])
    assert.throws(() => readConfig({ ...pair, BOREAL_GITHUB_URL: url }), /BOREAL_GITHUB_URL: must be an https origin/, url);
  for (const url of ['https://github.example.com', 'http://127.0.0.1:9000']) readConfig({ ...pair, BOREAL_GITHUB_URL: url });
});
