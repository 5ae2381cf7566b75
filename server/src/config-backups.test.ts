import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { production } from './config-kit.ts';
import { readConfig } from './config.ts';

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
