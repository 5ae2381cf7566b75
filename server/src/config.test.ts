import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { production, problemsOf } from './config-kit.ts';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

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

  test('a number that is too small or too large is told its bounds', () => {
    for (const [name, value, bounds] of [
      ['BOREAL_PORT', '65536', '1 to 65535'],
      ['BOREAL_TIME_SCALE', '0.5', '1 to 100000'],
      ['BOREAL_TIME_SCALE', '1e9', '1 to 100000'],
      ['BOREAL_TIME_SCALE', 'fast', '1 to 100000'],
    ] as const)
      assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name}: must be .*${bounds}`));
  });

  test('no variable is told in a validator’s words what is wrong with it', () => {
    for (const name of SETTINGS)
      for (const value of ['x', '-1', '1.5', '9'.repeat(30)]) {
        const told = problemsOf({ [name]: value });
        assert.doesNotMatch(told, /\b(?:Invalid|expected|received|Too (?:big|small))\b|[<>]=/, told);
      }
  });

  test('production starts when everything is named', () => {
    assert.equal(readConfig(production).mode, 'production');
  });

  test('the exporters of hosts are told apart by the name of each', () => {
    for (const address of ['https://{host}.gpu.example:9400/metrics', 'http://{host}.{engine}.internal:9400/metrics']) {
      assert.equal(readConfig({ BOREAL_GPU_EXPORTER: address }).gpuExporter, address);
    }
    for (const wrong of ['http://10.0.0.7:9400/metrics', '{host}:9400', 'ftp://{host}/metrics', 'http://{host}:port/']) {
      assert.throws(() => readConfig({ BOREAL_GPU_EXPORTER: wrong }), /BOREAL_GPU_EXPORTER: must be an address with \{host\}/, wrong);
    }
  });

  test('weaknesses are reported to an address or by a link', () => {
    const contacts = ['security@gpu.example.com', 'mailto:security@gpu.example.com', 'https://gpu.example.com/report'];
    for (const contact of contacts) assert.equal(readConfig({ SECURITY_CONTACT: contact }).securityContact, contact);
    for (const contact of ['ask Bob', 'http://gpu.example.com', 'a@b c']) {
      assert.throws(() => readConfig({ SECURITY_CONTACT: contact }), /SECURITY_CONTACT/);
    }
  });

  test('the sender of mail is a name and an address, or the address alone', () => {
    assert.deepEqual(readConfig(production).mailFrom, { name: 'Boreal', email: 'no-reply@gpu.example.com' });
    assert.deepEqual(readConfig({ MAIL_FROM: 'a@b.example' }).mailFrom, { name: '', email: 'a@b.example' });
    assert.equal(readConfig({}).smtpUrl, null);
  });

  test('what is wrong with the address of the mail server is told without its password', () => {
    assert.throws(
      () => readConfig({ SMTP_URL: 'http://boreal:secret@mail.example.com' }),
      (error: unknown) => error instanceof ConfigError && /SMTP_URL: /.test(error.message) && !error.message.includes('secret'),
    );
  });

  for (const name of ['SITE_URL', 'DATABASE_URL', 'BOREAL_ENGINE', 'BOREAL_PAYMENTS', 'SMTP_URL', 'MAIL_FROM', 'BOREAL_SECRET']) {
    test(`production refuses to start without ${name}`, () => {
      assert.throws(() => readConfig({ ...production, [name]: undefined }), new RegExp(`${name}:`));
    });
  }

  test('production refuses a clock that runs fast, and plain http', () => {
    assert.throws(() => readConfig({ ...production, BOREAL_TIME_SCALE: '2' }), /BOREAL_TIME_SCALE:/);
    assert.throws(() => readConfig({ ...production, SITE_URL: 'http://gpu.example.com' }), /SITE_URL:/);
  });

  test('Stripe needs all of its keys, in their own forms, and real time', () => {
    const stripe = {
      BOREAL_PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    };
    assert.equal(readConfig(stripe).payments.provider, 'stripe');
    assert.deepEqual(readConfig({}).payments, { provider: 'sandbox' });
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET']) {
      assert.throws(() => readConfig({ ...stripe, [name]: undefined }), new RegExp(`${name}:`));
      assert.throws(() => readConfig({ ...stripe, [name]: 'secret' }), new RegExp(`${name}:`));
    }
    assert.throws(() => readConfig({ ...stripe, BOREAL_TIME_SCALE: '2' }), /BOREAL_TIME_SCALE:/);
    assert.throws(() => readConfig({ ...stripe, STRIPE_SECRET_KEY: 'rk_live_1' }), /STRIPE_PUBLISHABLE_KEY: .* test mode.* live mode/);
    const live = { ...stripe, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' };
    assert.partialDeepStrictEqual(readConfig(live).payments, { testMode: false });
    assert.partialDeepStrictEqual(readConfig(stripe).payments, { testMode: true });
  });

  test('a secret that is too short is refused without being told', () => {
    assert.throws(
      () => readConfig({ BOREAL_SECRET: 'short' }),
      (error: unknown) => error instanceof ConfigError && /BOREAL_SECRET: /.test(error.message) && !error.message.includes('short'),
    );
  });

  test('trusted proxies are a list', () => {
    assert.deepEqual(readConfig({ BOREAL_TRUSTED_PROXIES: ' 127.0.0.1, ::1 ,' }).trustedProxies, ['127.0.0.1', '::1']);
  });
});

test('production is careful about strangers and operators unless told otherwise, and keeps its second factor', () => {
  assert.deepEqual(readConfig({}).rules, {
    operatorsNeedSecondFactor: false,
    operatorSessionHours: null,
    operatorIdleMinutes: null,
    operatorNetworks: null,
    creditAloneMicros: null,
    priceAlonePercent: null,
    signUpsADay: 1000,
    signUpWorkBits: 0,
    invitesAfterHours: 0,
  });
  assert.deepEqual(readConfig(production).rules, {
    operatorsNeedSecondFactor: true,
    operatorSessionHours: 12,
    operatorIdleMinutes: 30,
    operatorNetworks: null,
    creditAloneMicros: 1_000_000_000n,
    priceAlonePercent: 25,
    signUpsADay: 20,
    signUpWorkBits: 0,
    invitesAfterHours: 24,
  });
  assert.throws(() => readConfig({ ...production, BOREAL_OPERATOR_SECOND_FACTOR: 'optional' }), /BOREAL_OPERATOR_SECOND_FACTOR: /);
  assert.throws(() => readConfig({ ...production, BOREAL_PASSWORD_COST: '16' }), /BOREAL_PASSWORD_COST: /);
  assert.equal(readConfig({ BOREAL_OPERATOR_SECOND_FACTOR: 'required' }).rules.operatorsNeedSecondFactor, true);
  assert.deepEqual(readConfig({ BOREAL_OPERATOR_NETWORKS: '203.0.113.7, 2001:db8::/32' }).rules.operatorNetworks, [
    '203.0.113.7',
    '2001:db8::/32',
  ]);
  for (const networks of ['office', '10.0.0.0/99x', '10.0.0.1,loopback'])
    assert.throws(() => readConfig({ BOREAL_OPERATOR_NETWORKS: networks }), /BOREAL_OPERATOR_NETWORKS: /, networks);
});
