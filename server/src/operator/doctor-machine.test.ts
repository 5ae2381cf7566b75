import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { markRestored } from '../core/fleet/restores/mark-restored.ts';
import { startCloud, type Cloud } from '../core/testing/cloud.ts';
import { addMs, MINUTE_MS } from '../kit/clock.ts';
import type { OpenEngine } from '../start/open-engine.ts';
import { check } from './commands/doctor.commands.ts';
import { thisMachine, type Machine } from './doctor/machine.ts';
import { attemptCommand } from './testing.ts';

// What the doctor finds on other machines, in other buckets and in other engines than a test has.

const Found = z.object({
  findings: z.array(z.object({ about: z.string(), is: z.enum(['ok', 'soon', 'wrong']), says: z.string(), command: z.string().nullable() })),
});
const GB = 1e9;
const run = promisify(execFile);

let folder = '';
let cloud: Cloud;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'boreal-machine-'));
  cloud = await startCloud({ start: addMs(new Date(), -20 * MINUTE_MS) });
  await cloud.pass(10 * MINUTE_MS);
});
after(async () => {
  await cloud.close();
  await rm(folder, { recursive: true });
});

describe('a machine', () => {
  const nobody = { list: () => [], open: () => assert.fail() };
  async function of(about: string, machine: Partial<Machine>, more: Readonly<Record<string, string>> = {}): Promise<string> {
    const { data } = await check(readConfig({ BOREAL_DATA_DIR: folder, ...more }), nobody, true, { ...thisMachine, ...machine });
    const found = Found.parse(data).findings.filter((finding) => finding.about === about);
    return found.map(({ is, says, command }) => `${is} ${says} ${command ?? ''}`).join('\n');
  }
  const files =
    (...there: readonly string[]) =>
    (path: string) =>
      there.includes(path);

  test('whose Node is older than what Boreal needs', async () => {
    assert.match(await of('versions', { node: '22.19.0' }), /^wrong Node is of version 22; Boreal needs 24\. npm ci/m);
    assert.match(await of('versions', { node: '24.0.0' }), /^ok Node is of version 24/m);
  });

  test('whose clock nobody keeps; chrony does, and timesyncd, and the host of a container', async () => {
    const systemd = '/run/systemd/system';
    assert.match(
      await of('clock', { isThere: files(systemd) }),
      /^soon Nothing synchronizes this machine's clock.* timedatectl set-ntp true/m,
    );
    for (const keeper of ['/run/chrony', '/run/systemd/timesync/synchronized', '/run/ntpsec/ntpd.pid'])
      assert.match(await of('clock', { isThere: files(systemd, keeper) }), /^ok /m, keeper);
    assert.match(await of('clock', { isThere: files() }), /^ok /m);
  });

  test('whose disk is nearly full, or full', async () => {
    const disk = (freeGb: number) => of('disk', { diskOf: async () => ({ freeBytes: freeGb * GB, totalBytes: 100 * GB }) });
    assert.match(await disk(60), /^ok /m);
    assert.match(await disk(7), /^soon 7\.0 GB \(7 %\) are free on the disk of .* du -xh/m);
    assert.match(await disk(0.4), /^wrong 0\.4 GB .* Postgres stops when it is full/m);
  });

  test('whose disk of the backups is full: it is another, and what ends is another thing', async () => {
    const backups = { BOREAL_BACKUP_DIR: join(folder, 'backups'), BOREAL_BACKUP_KEY: Buffer.alloc(32, 7).toString('base64') };
    const diskOf = async (path: string) => ({ freeBytes: path === backups.BOREAL_BACKUP_DIR ? 0 : 60 * GB, totalBytes: 100 * GB });
    assert.match(await of('disk', { diskOf }, backups), /^ok /m);
    assert.match(await of('disk of the backups', { diskOf }, backups), /^wrong 0\.0 GB .* Nothing more is backed up when it is full\./m);
  });
});

describe('a bucket', () => {
  let server: Server;
  /** What the bucket lets anybody do, and keeps. */
  let bucket = { isPublic: false, versioning: '' };
  before(async () => {
    server = createServer((request, response) => {
      request.resume();
      const url = new URL(request.url ?? '', 'http://s3');
      const isSigned = request.headers.authorization !== undefined;
      if (!isSigned && !bucket.isPublic) return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      if (url.searchParams.has('object-lock'))
        return response.writeHead(404).end('<Error><Code>ObjectLockConfigurationNotFoundError</Code></Error>');
      if (url.searchParams.has('versioning'))
        return response.end(`<VersioningConfiguration>${bucket.versioning}</VersioningConfiguration>`);
      if (url.searchParams.has('list-type')) return response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
      return response.writeHead(request.method === 'DELETE' ? 204 : 200).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => server.close());

  async function found(): Promise<string> {
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const environment = {
      BOREAL_DATA_DIR: folder,
      BOREAL_BACKUP_KEY: Buffer.alloc(32, 7).toString('base64'),
      BOREAL_BACKUP_BUCKET: 's3://house/boreal',
      BOREAL_BACKUP_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'hush-hush',
    };
    const { out } = await attemptCommand(['doctor', '--json', '--all'], environment);
    assert.doesNotMatch(out, /hush/);
    const of = Found.parse(JSON.parse(out)).findings.filter(({ about }) => about === 'bucket of the backups');
    return of.map(({ is, says, command }) => `${is} ${says} ${command ?? ''}`).join('\n');
  }

  test('that anybody may list and read, with what ends it', async () => {
    bucket = { isPublic: true, versioning: '<Status>Enabled</Status>' };
    assert.match(
      await found(),
      /^wrong Anybody may list and read what is in the bucket house\..* put-bucket-acl --acl private --bucket house$/,
    );
  });

  test('that keeps nothing of what is removed, or no longer', async () => {
    for (const versioning of ['', '<Status>Suspended</Status>']) {
      bucket = { isPublic: false, versioning };
      assert.match(await found(), /^soon What is removed from the bucket house is gone.* put-bucket-versioning /);
    }
  });

  test('that is as it should be', async () => {
    bucket = { isPublic: false, versioning: '<Status>Enabled</Status>' };
    assert.match(await found(), /^ok The bucket house can be written to/);
  });
});

describe('an engine', () => {
  const one = { name: 'simulated', kind: 'simulated' } as const;
  async function found(findings: Awaited<ReturnType<OpenEngine['check']>>): Promise<string[]> {
    const engines = {
      list: () => [one],
      open: async (): Promise<OpenEngine> => ({
        engine: cloud.engine,
        check: async () => findings,
        checkImages: async () => [],
        tryReach: async () => null,
        strict: true,
        close: () => {},
      }),
    };
    const { data } = await check(readConfig({ DATABASE_URL: cloud.db.url, BOREAL_DATA_DIR: folder }), engines, true);
    const of = Found.parse(data).findings.filter(({ about }) => about === 'engine');
    return of.map(({ is, says, command }) => `${is} ${says} ${command ?? ''}`);
  }

  test('that has all that it needs, lacks something, or is unsafe', async () => {
    assert.deepEqual(
      (await found({ missing: [], unsafe: [] })).map((text) => text.slice(0, 2)),
      ['ok'],
    );
    const told = await found({ missing: ['There is no image ubuntu.'], unsafe: ['Customers reach the host.'] });
    assert.match(told[0] ?? '', /^wrong There is no image ubuntu\. .*engine check$/);
    assert.match(told[1] ?? '', /^wrong Customers reach the host\. .*engine check$/);
  });

  test('whose machines ended after the copy of the database that was restored', async () => {
    const customer = await cloud.customer('50');
    const [ended, kept] = [await customer.deploy('l4-x1'), await customer.deploy('l4-x1')];
    await cloud.settle();
    await markRestored({ ...cloud.ctx, actor: { type: 'operator', id: null, name: 'root' } }, { at: cloud.clock.now() });
    await cloud.db.pool.query(`delete from simulated_engine.machine where server_id = $1`, [ended]);
    cloud.clock.advance(MINUTE_MS);
    for (const _ of ['lost', 'lost for good']) await cloud.runSchedules(['watch']);
    const told = (await found({ missing: [], unsafe: [] })).join('\n');
    assert.match(told, new RegExp(`^wrong 1 server that the restored copy knows .*: ${ended}\\..* restore settle --all --preview$`, 'm'));
    assert.doesNotMatch(told, new RegExp(kept));
  });
});

test('the file of an OpenStack’s authorities is looked at, and while one replaces another the newer one counts', async () => {
  const file = join(folder, 'authority.pem');
  const environment = { DATABASE_URL: cloud.db.url, BOREAL_DATA_DIR: folder, BOREAL_ENGINE: 'openstack', OS_CLOUD: 'lab', OS_CACERT: file };
  const found = async (...authorities: readonly string[]) => {
    await writeFile(file, authorities.join('\n'));
    const { out, err } = await attemptCommand(['doctor', '--json', '--all'], environment);
    assert.notEqual(out, '', err);
    const of = Found.parse(JSON.parse(out)).findings.find(({ about }) => about === `the certificate ${file} of the engine openstack`);
    return `${of?.is} ${of?.says}`;
  };
  const [old, young] = [await authority(5), await authority(300)];
  assert.match(await found('no certificate'), /^wrong It cannot be read/);
  assert.match(await found(old), /^soon The certificate expires on /);
  assert.match(await found(old, young), /^ok /);
});

async function authority(days: number): Promise<string> {
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'authority.key')];
  const { stdout } = await run('openssl', ['req', '-x509', ...made, '-subj', '/CN=Hoster', '-days', String(days)]);
  return stdout;
}
