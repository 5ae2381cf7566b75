import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';

const production = {
  BOREAL_MODE: 'production',
  SITE_URL: 'https://gpu.example.com',
  DATABASE_URL: 'postgres://boreal@localhost/boreal',
  BOREAL_ENGINE: 'simulated',
};

describe('the configuration', () => {
  test('an empty environment is the demo on port 8080', () => {
    const config = readConfig({});
    assert.deepEqual(
      [config.port, config.siteUrl, config.mode, config.role, config.databaseUrl],
      [8080, 'http://localhost:8080', 'demo', 'all', null],
    );
  });

  test('an empty variable counts as absent', () => {
    assert.equal(readConfig({ BOREAL_PORT: '', DATABASE_URL: '' }).port, 8080);
  });

  test('every problem is told at once, by the name of its variable', () => {
    assert.throws(
      () => readConfig({ BOREAL_PORT: 'eighty', SITE_URL: 'https://x.example/shop', BOREAL_ROLE: 'boss', DATABASE_URL: 'mysql://x' }),
      (error: unknown) =>
        error instanceof ConfigError &&
        ['BOREAL_PORT', 'SITE_URL', 'BOREAL_ROLE', 'DATABASE_URL'].every((name) => error.message.includes(`${name}:`)),
    );
  });

  test('production starts when everything is named', () => {
    assert.equal(readConfig(production).mode, 'production');
  });

  for (const name of ['SITE_URL', 'DATABASE_URL', 'BOREAL_ENGINE']) {
    test(`production refuses to start without ${name}`, () => {
      assert.throws(() => readConfig({ ...production, [name]: undefined }), new RegExp(`${name}:`));
    });
  }

  test('production refuses a clock that runs fast, and plain http', () => {
    assert.throws(() => readConfig({ ...production, BOREAL_TIME_SCALE: '2' }), /BOREAL_TIME_SCALE:/);
    assert.throws(() => readConfig({ ...production, SITE_URL: 'http://gpu.example.com' }), /SITE_URL:/);
  });

  test('trusted proxies are a list', () => {
    assert.deepEqual(readConfig({ BOREAL_TRUSTED_PROXIES: ' 127.0.0.1, ::1 ,' }).trustedProxies, ['127.0.0.1', '::1']);
  });
});
