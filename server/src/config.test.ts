import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

const production = {
  BOREAL_MODE: 'production',
  SITE_URL: 'https://gpu.example.com',
  DATABASE_URL: 'postgres://boreal@localhost/boreal',
  BOREAL_ENGINE: 'simulated',
  BOREAL_PAYMENTS: 'sandbox',
  SMTP_URL: 'smtps://boreal:secret@mail.example.com',
  MAIL_FROM: 'Boreal <no-reply@gpu.example.com>',
  BOREAL_SECRET: 'a-secret-of-thirty-two-characters-or-more',
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

  test('an Incus at an https address needs its certificates, and real machines run at the speed of time', () => {
    const incus = { BOREAL_ENGINE: 'incus', INCUS_URL: 'https://gpu-1.example:8443' };
    assert.throws(() => readConfig(incus), /INCUS_CLIENT_CERT_FILE:.*\n.*INCUS_CLIENT_KEY_FILE:.*\n.*INCUS_SERVER_CERT_FILE:/);
    assert.throws(() => readConfig({ BOREAL_ENGINE: 'incus', BOREAL_TIME_SCALE: '60' }), /BOREAL_TIME_SCALE:/);
    assert.throws(() => readConfig({ BOREAL_ENGINE: 'incus', INCUS_URL: 'http://gpu-1.example' }), /INCUS_URL:/);
    assert.equal(incusOf({}).url, 'unix:///var/lib/incus/unix.socket');
    assert.equal(incusOf({ INCUS_STORAGE_POOL: 'nvme' }).workPool, 'nvme');
    assert.deepEqual(incusOf({ INCUS_DISK_MB_PER_CPU: '100' }).guests, {
      processesPerCpu: 2048,
      diskMbPerCpu: 100,
      networkMbitPerCpu: null,
      nesting: false,
    });
    assert.throws(() => readConfig({ INCUS_PROCESSES_PER_CPU: '0' }), /INCUS_PROCESSES_PER_CPU:/);
    assert.throws(() => readConfig({ INCUS_GPU_CLEANER: 'clean' }), /INCUS_GPU_CLEANER:/);
    assert.throws(() => readConfig({ INCUS_DENIED_NETWORKS: 'here' }), /INCUS_DENIED_NETWORKS:/);
  });

  test('an OpenStack needs to be named, and what is said of it is read as its own programs do', () => {
    const read = (env: Readonly<Record<string, string>>) => readConfig({ BOREAL_ENGINE: 'openstack', ...env }).engines[0];
    assert.throws(() => read({}), /OS_CLOUD:.*OS_AUTH_URL/);
    assert.throws(() => read({ OS_CLOUD: 'lab', OPENSTACK_FLAVORS: 'h100' }), /OPENSTACK_FLAVORS:/);
    assert.throws(() => read({ OS_CLOUD: 'lab', OPENSTACK_PROBE_FROM: 'here' }), /OPENSTACK_PROBE_FROM:/);
    assert.throws(() => read({ OS_CLOUD: 'lab', BOREAL_TIME_SCALE: '60' }), /BOREAL_TIME_SCALE:/);
    const engine = read({ OS_AUTH_URL: 'https://c.example', OS_USERNAME: 'u', OPENSTACK_GPU_ALIASES: 'h100-sxm=h100, l4=l4' });
    assert.ok(engine?.kind === 'openstack');
    assert.deepEqual(
      engine.openstack.gpuAliases,
      new Map([
        ['h100-sxm', 'h100'],
        ['l4', 'l4'],
      ]),
    );
    assert.partialDeepStrictEqual(engine.openstack, {
      cloud: null,
      whose: 'theirs',
      words: { auth_url: 'https://c.example', username: 'u' },
    });
    const two = { BOREAL_ENGINES: 'a=openstack,b=openstack', OS_CLOUD: 'lab' };
    assert.throws(() => readConfig(two), /a and b are one project of one OpenStack/);
    const [a, b] = readConfig({ ...two, A_OS_REGION_NAME: 'One', B_OS_REGION_NAME: 'Two', B_OPENSTACK_CLOUD: 'ours' }).engines;
    assert.ok(a?.kind === 'openstack' && b?.kind === 'openstack');
    assert.deepEqual([a.openstack.whose, b.openstack.whose, b.openstack.cloud], ['theirs', 'ours', 'lab']);
    assert.throws(() => readConfig({ ...two, C_OS_CLOUD: 'lab' }), /C_OS_CLOUD: BOREAL_ENGINES names no engine/);
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

describe('several engines', () => {
  const two = { BOREAL_ENGINES: 'incus, toronto-2=incus,lab=simulated', TORONTO_2_INCUS_URL: 'unix:///run/toronto.sock' };
  const problems = (env: Readonly<Record<string, string>>) => {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      assert.ok(error instanceof ConfigError);
      return error.message;
    }
  };

  test('are named, and what one does not say of itself is as the plain settings say, but for what no two share', () => {
    const { engines } = readConfig({ ...two, INCUS_NETWORK: 'br1', INCUS_BACKUP_TARGET: 'box', TORONTO_2_INCUS_STORAGE_POOL: 'nvme' });
    assert.deepEqual(
      engines.map(({ name, kind }) => [name, kind]),
      [
        ['incus', 'incus'],
        ['toronto-2', 'incus'],
        ['lab', 'simulated'],
      ],
    );
    const [first, second] = engines.flatMap((engine) => (engine.kind === 'incus' ? [engine.incus] : []));
    assert.deepEqual([first?.network, first?.storagePool, first?.backupTarget], ['br1', 'default', 'box']);
    assert.deepEqual([second?.network, second?.storagePool, second?.workPool, second?.backupTarget], ['br1', 'nvme', 'nvme', null]);
    assert.deepEqual([first?.url, second?.url], ['unix:///var/lib/incus/unix.socket', 'unix:///run/toronto.sock']);
  });

  test('one engine is as it always was', () => {
    assert.deepEqual(readConfig({}).engines, [{ name: 'simulated', kind: 'simulated' }]);
    assert.deepEqual(readConfig({ BOREAL_ENGINES: 'incus' }).engines, readConfig({ BOREAL_ENGINE: 'incus' }).engines);
  });

  for (const [what, env, message] of [
    ['both settings', { BOREAL_ENGINE: 'incus', BOREAL_ENGINES: 'incus' }, /BOREAL_ENGINES: .*leave BOREAL_ENGINE out/],
    ['no engine', { BOREAL_ENGINES: ',' }, /BOREAL_ENGINES: must name an engine/],
    ['a name without a kind', { BOREAL_ENGINES: 'toronto' }, /“toronto” says no kind of engine; write NAME=KIND/],
    ['an unknown kind', { BOREAL_ENGINES: 'toronto=xen' }, /“toronto=xen” says no kind/],
    ['a name that cannot be one', { BOREAL_ENGINES: 'Toronto=simulated' }, /“Toronto” cannot be a name/],
    ['a name of another kind', { BOREAL_ENGINES: 'incus=simulated' }, /an engine that is named incus is of that kind/],
    ['one name twice', { BOREAL_ENGINES: 'a=simulated,a=simulated' }, /two engines are named a/],
    ['an Incus without an address', { BOREAL_ENGINES: 'incus,tor=incus' }, /TOR_INCUS_URL: the engine tor needs an address of its own/],
    [
      'one Incus twice',
      { BOREAL_ENGINES: 'incus,tor=incus', TOR_INCUS_URL: 'unix:///var/lib/incus/unix.socket' },
      /incus and tor are one Incus/,
    ],
    ['a setting of nobody', { ...two, TORRONTO_INCUS_NETWORK: 'br2' }, /TORRONTO_INCUS_NETWORK: BOREAL_ENGINES names no engine/],
    [
      'a setting that does not exist',
      { ...two, TORONTO_2_INCUS_NETWROK: 'br2' },
      /TORONTO_2_INCUS_NETWROK: there is no setting INCUS_NETWROK/,
    ],
    ['a wrong value', { ...two, TORONTO_2_INCUS_PROCESSES_PER_CPU: '1' }, /TORONTO_2_INCUS_PROCESSES_PER_CPU: /],
    [
      'no certificates',
      { BOREAL_ENGINES: 'tor=incus', TOR_INCUS_URL: 'https://a.example' },
      /TOR_INCUS_SERVER_CERT_FILE: an Incus at an https/,
    ],
    ['a fast clock', { ...two, BOREAL_TIME_SCALE: '60' }, /BOREAL_TIME_SCALE: real machines/],
  ] as const) {
    test(`are refused with a sentence: ${what}`, () => assert.match(problems(env), message));
  }
});

/** The settings of the only engine, an Incus. */
function incusOf(env: Readonly<Record<string, string>>) {
  const [engine] = readConfig({ BOREAL_ENGINE: 'incus', ...env }).engines;
  assert.ok(engine?.kind === 'incus');
  return engine.incus;
}

describe('backups of the embedded Postgres', () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const backups = { BOREAL_BACKUP_DIR: '/srv/backups', BOREAL_BACKUP_KEY: key };

  test('let production run on it', () => {
    const config = readConfig({ ...production, DATABASE_URL: undefined, ...backups, BOREAL_BACKUP_DAYS: '30' });
    assert.deepEqual(config.backups, { target: { kind: 'folder', folder: '/srv/backups' }, key: Buffer.alloc(32, 7), keepDays: 30 });
    assert.equal(readConfig(production).backups, null);
  });

  test('need a key, a whole one, and no other database', () => {
    assert.throws(() => readConfig({ BOREAL_BACKUP_DIR: '/srv/backups' }), /BOREAL_BACKUP_KEY: backups are encrypted/);
    assert.throws(() => readConfig({ ...backups, BOREAL_BACKUP_KEY: 'c2hvcnQ=' }), /BOREAL_BACKUP_KEY: must be 32 bytes/);
    assert.throws(() => readConfig({ ...backups, DATABASE_URL: 'postgres://x/y' }), /BOREAL_BACKUP_DIR: it is for the embedded Postgres/);
    assert.throws(
      () => readConfig({ ...backups, BOREAL_BACKUP_BUCKET: 's3://house' }),
      /BOREAL_BACKUP_BUCKET: backups go to one place, and BOREAL_BACKUP_DIR names another/,
    );
    // What is wrong with a key is said without it.
    assert.throws(
      () => readConfig({ ...backups, BOREAL_BACKUP_KEY: `${key}x` }),
      (error) => !String(error).includes(key),
    );
  });

  test('go to a bucket of Amazon’s, or of another service', () => {
    const bucket = {
      BOREAL_BACKUP_BUCKET: 's3://house.backups/boreal/montreal/',
      BOREAL_BACKUP_KEY: key,
      AWS_ACCESS_KEY_ID: 'AKIA',
      AWS_SECRET_ACCESS_KEY: 'a secret',
    };
    const credentials = { accessKeyId: 'AKIA', secretAccessKey: 'a secret', sessionToken: null };
    const of = (change: Readonly<Record<string, string>>) => {
      const target = readConfig({ ...production, DATABASE_URL: undefined, ...bucket, ...change }).backups?.target;
      assert.ok(target?.kind === 'bucket');
      return target.s3;
    };
    assert.deepEqual(of({ BOREAL_BACKUP_REGION: 'ca-central-1' }), {
      bucket: 'house.backups',
      prefix: 'boreal/montreal/',
      endpoint: 'https://s3.ca-central-1.amazonaws.com',
      region: 'ca-central-1',
      pathStyle: false,
      caFile: null,
      credentials,
    });
    assert.deepEqual(
      of({
        BOREAL_BACKUP_ENDPOINT: 'https://s3.example.com:9000',
        BOREAL_BACKUP_BUCKET: 's3://house',
        AWS_SESSION_TOKEN: 'x',
        BOREAL_BACKUP_CA: '/etc/ssl/house.pem',
      }),
      {
        bucket: 'house',
        prefix: '',
        endpoint: 'https://s3.example.com:9000',
        region: 'us-east-1',
        pathStyle: true,
        caFile: '/etc/ssl/house.pem',
        credentials: { ...credentials, sessionToken: 'x' },
      },
    );
    assert.equal(of({ BOREAL_BACKUP_ENDPOINT: 'https://s3.example.com', BOREAL_BACKUP_PATH_STYLE: 'off' }).pathStyle, false);
    for (const [name, value] of [
      ['BOREAL_BACKUP_BUCKET', 'house'],
      ['BOREAL_BACKUP_BUCKET', 's3://house/a?b'],
      ['BOREAL_BACKUP_ENDPOINT', 'https://s3.example.com/house'],
      ['BOREAL_BACKUP_ENDPOINT', 'ftp://s3.example.com'],
    ] as const) {
      assert.throws(() => of({ [name]: value }), new RegExp(`${name}: must be`));
    }
    assert.throws(
      () => readConfig({ ...bucket, AWS_SECRET_ACCESS_KEY: '' }),
      (error) => /AWS_SECRET_ACCESS_KEY: BOREAL_BACKUP_BUCKET needs it/.test(String(error)) && !String(error).includes('AKIA'),
    );
    assert.throws(() => readConfig({ BOREAL_BACKUP_ENDPOINT: 'https://s3.example.com' }), /BOREAL_BACKUP_BUCKET names none/);
  });
});

function problemsOf(env: Readonly<Record<string, string>>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

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
