import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { schemasIn, secretTexts } from '@boreal/contract/values/secret-text.ts';
import { z } from 'zod';
import { ConfigError, readConfig, SETTINGS } from '../../server/src/config.ts';
import { isSecretName } from '../../server/src/kit/secret-names.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { ROOT } from './sources.ts';
import { makeBorealHome } from '../testing/boreal-process-home.ts';
import { untilReady, type Environment } from '../testing/boreal-process.ts';

const SOUNDS_SECRET = /secret|private|passw|passphrase|token|cookie|credential|signature|authoriz|recovery|totp|key|backupcode/i;
/** What only sounds so: what is public, counted, or the name of one. */
const NO_SECRETS = ['agentKeys', 'apiKeys', 'keyId', 'keys', 'publicKey', 'publishableKey', 'sshKeyId', 'sshKeys'];

test('the log writes no field of the contract or of a tool that is a secret, or is called like one', async () => {
  const files = globSync('contract/**/*.ts', { cwd: ROOT, exclude: (name) => name === 'node_modules' });
  const exported: unknown[] = await Promise.all(
    files.filter((name) => !/\.test\.ts$|testing/.test(name)).map((name) => import(join(ROOT, name))),
  );
  const fields = [...schemasWithin([...exported, tools.map(({ input, output }) => [input, output])])].flatMap((schema) =>
    schema instanceof z.ZodObject ? Object.entries(schema.shape) : [],
  );
  const names = new Set(fields.filter(([name, of]) => SOUNDS_SECRET.test(name) || isMarked(of)).map(([name]) => name));
  for (const name of ['password', 'confirmationToken', 'privateKey', 'clientSecret', 'url', 'key']) assert.ok(names.has(name), name);
  assert.deepEqual(
    [...names].filter((name) => !isSecretName(name)).toSorted(),
    NO_SECRETS,
    'name it in server/src/kit/secret-names.ts, or here, if it only sounds so',
  );
});

const isMarked = (schema: unknown) => schema instanceof z.ZodType && secretTexts.has(schema);

/** All schemas that are in something, such as what a module exports. */
function schemasWithin(something: unknown, found = new Set<z.ZodType>(), seen = new Set<unknown>()): ReadonlySet<z.ZodType> {
  if (something instanceof z.ZodType) schemasIn(something, found);
  else if (typeof something === 'object' && something !== null && !seen.has(something)) {
    seen.add(something);
    for (const part of Object.values(something)) schemasWithin(part, found, seen);
  }
  return found;
}

/** What each setting that is a secret is set to, and what of that nobody else may read. */
const secret = (length = 24) => randomBytes(length).toString('base64url');
const base64 = () => randomBytes(32).toString('base64');
const SECRETS: Readonly<Record<string, { readonly value: string; readonly hidden: string }>> = {
  ...plain('BOREAL_SECRET', secret(40)),
  ...plain('BOREAL_SECRET_BEFORE', secret(40)),
  ...plain('BOREAL_BACKUP_KEY', base64()),
  ...plain('AWS_SECRET_ACCESS_KEY', secret()),
  ...plain('AWS_SESSION_TOKEN', secret()),
  ...plain('OS_PASSWORD', secret()),
  ...plain('OS_APPLICATION_CREDENTIAL_SECRET', secret()),
  ...plain('BOREAL_GOOGLE_CLIENT_SECRET', secret()),
  ...plain('BOREAL_GITHUB_CLIENT_SECRET', secret()),
  ...plain('STRIPE_SECRET_KEY', `sk_test_${secret()}`),
  ...plain('STRIPE_WEBHOOK_SECRET', `whsec_${secret()}`),
  ...within('DATABASE_URL', (hidden) => `postgres://boreal:${hidden}@127.0.0.1:1/boreal`),
  ...within('SMTP_URL', (hidden) => `smtp://boreal:${hidden}@127.0.0.1:1`),
  ...within('VALKEY_URL', (hidden) => `redis://:${hidden}@127.0.0.1:1`),
  ...within('OTEL_EXPORTER_OTLP_HEADERS', (hidden) => `x-team=${hidden}`),
  ...within('OTEL_EXPORTER_OTLP_TRACES_HEADERS', (hidden) => `x-team=${hidden}`),
};

function plain(name: string, value: string) {
  return { [name]: { value, hidden: value } };
}

function within(name: string, value: (hidden: string) => string) {
  const hidden = secret();
  return { [name]: { value: value(hidden), hidden } };
}

const secretSettings = Object.keys(SECRETS);
const set = (names: readonly string[]): Environment => Object.fromEntries(names.map((name) => [name, SECRETS[name]?.value ?? '']));

test('every setting that is called like a secret is one, or only sounds so; the log writes none of them', () => {
  // Whose they are, where they lie and which they are; and what a password costs.
  const none = /_FILE$|_(?:KEY|CREDENTIAL)_(?:ID|NAME)$|^STRIPE_PUBLISHABLE_KEY$|^BOREAL_PASSWORD_COST$/;
  const sound = SETTINGS.filter((name) => SOUNDS_SECRET.test(name) && !none.test(name));
  assert.deepEqual(
    sound.filter((name) => !secretSettings.includes(name)),
    [],
  );
  assert.deepEqual(
    secretSettings.filter((name) => !isSecretName(name) || !SETTINGS.includes(name)),
    [],
  );
});

test('what is wrong with a secret is said without it', () => {
  const mistyped = `mistyped ${secret(8)}`;
  let refused = 0;
  for (const name of secretSettings) {
    try {
      readConfig({ [name]: mistyped });
    } catch (error) {
      assert.ok(
        error instanceof ConfigError && error.message.includes(name) && !error.message.includes(mistyped),
        `${name}: ${String(error)}`,
      );
      refused += 1;
    }
  }
  assert.ok(refused > 6, String(refused));
});

test('no secret of the settings is in what a start says, whether it runs or fails, and whatever does not answer', async () => {
  const home = await makeBorealHome();
  const said: string[] = [];
  const tried = new Set<string>();
  try {
    const say = async (environment: Environment) => {
      for (const name of Object.keys(environment)) tried.add(name);
      const boreal = await home.spawn({ BOREAL_LOG_LEVEL: 'debug', ...environment });
      const runs = await untilReady(boreal).then(
        () => true,
        () => false,
      );
      if (runs) await boreal.end('SIGTERM');
      said.push(boreal.stdout() + boreal.stderr());
      return runs;
    };
    const elsewhere = ['DATABASE_URL', 'OS_PASSWORD', 'OS_APPLICATION_CREDENTIAL_SECRET'];
    const everywhere = {
      BOREAL_BACKUP_BUCKET: 's3://boreal',
      BOREAL_BACKUP_ENDPOINT: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'AKIA',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      BOREAL_GOOGLE_CLIENT_ID: 'boreal',
      BOREAL_GITHUB_CLIENT_ID: 'boreal',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_boreal',
    };
    assert.ok(await say({ ...everywhere, ...set(secretSettings.filter((name) => !elsewhere.includes(name))) }), said.at(-1));
    assert.equal(await say(set(['DATABASE_URL'])), false);
    const cloud = {
      BOREAL_ENGINES: 'cloud=openstack',
      OS_AUTH_URL: 'http://127.0.0.1:1/v3',
      OS_USERNAME: 'boreal',
      OS_PROJECT_NAME: 'boreal',
    };
    await say({ ...cloud, ...set(['OS_PASSWORD']) });
    await say({ ...cloud, OS_AUTH_TYPE: 'v3applicationcredential', OS_APPLICATION_CREDENTIAL_ID: 'boreal', ...set(elsewhere.slice(2)) });
  } finally {
    await home.close();
  }
  assert.deepEqual(
    secretSettings.filter((name) => !tried.has(name)),
    [],
  );
  for (const [name, { hidden }] of Object.entries(SECRETS)) {
    for (const form of [hidden, encodeURIComponent(hidden), Buffer.from(hidden).toString('base64').replace(/=+$/, '')]) {
      const lines = said.flatMap((text) => text.split('\n')).filter((line) => line.includes(form));
      assert.deepEqual(lines, [], name);
    }
  }
  assert.ok(said.join('').length > 1000);
});
