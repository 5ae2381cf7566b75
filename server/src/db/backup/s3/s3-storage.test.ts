import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { faults, startFaultyS3, type Fault, type FaultyS3 } from '../../testing/faulty-s3.ts';
import { startRealS3, type RealS3 } from '../../testing/real-s3.ts';
import { AlreadyStored, type BackupStorage } from '../backup-storage.ts';
import { inspectBucket } from './inspect-bucket.ts';
import { bodyOf, createS3Client, type S3Client } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';
import { s3Storage } from './s3-storage.ts';
import { elements } from './s3-xml.ts';

const MB = 1024 * 1024;
/** The least that S3 takes. */
const PART = 5 * MB;
const now = () => new Date();

let s3: RealS3;
before(async () => {
  s3 = await startRealS3();
});
after(() => s3.close());

interface Opened {
  readonly client: S3Client;
  readonly storage: BackupStorage;
  unfinished(): Promise<number>;
}

async function open(settings?: S3Settings, options: { silenceMs?: number } = {}): Promise<Opened> {
  const client = createS3Client(settings ?? (await s3.newBucket()), now, options);
  return {
    client,
    storage: s3Storage(client, { partBytes: PART }),
    unfinished: async () => elements((await client.ask({ method: 'GET', query: { uploads: '' } })).body, 'Upload').length,
  };
}

async function* chunked(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(storage: BackupStorage, path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of storage.read(path)) parts.push(part);
  return Buffer.concat(parts);
}

describe('a bucket', () => {
  let opened: Opened;
  before(async () => {
    opened = await open({ ...(await s3.newBucket()), prefix: 'some/where/' });
  });

  for (const bytes of [0, 1, PART - 1, PART, PART + 1, 2 * PART + 12_345]) {
    test(`gives ${bytes} bytes back as they were stored, and keeps no part of their upload`, async () => {
      const { storage } = opened;
      const content = randomBytes(bytes);
      assert.equal(await storage.write(`of/${bytes}`, chunked(content)), bytes);
      assert.ok(await storage.has(`of/${bytes}`));
      assert.ok((await readAll(storage, `of/${bytes}`)).equals(content));
      assert.equal(await opened.unfinished(), 0);
    });
  }

  // In one piece, as each segment of the log is: of several, Ceph does not look whether the name is taken when they are joined.
  for (const bytes of [1, PART - 1]) {
    test(`of two who store ${bytes} bytes under a new name at once, one does, and the other is told`, async () => {
      const { storage } = opened;
      const both = [randomBytes(bytes), randomBytes(bytes)];
      const outcomes = await Promise.allSettled(both.map((one) => storage.write(`new/${bytes}`, chunked(one), undefined, 'new')));
      const done = outcomes.flatMap((outcome, index) => (outcome.status === 'fulfilled' ? [index] : []));
      assert.equal(done.length, 1, JSON.stringify(outcomes));
      const there = await readAll(storage, `new/${bytes}`);
      assert.ok(both.some((one, index) => done.includes(index) && one.equals(there)));
      const late = storage.write(`new/${bytes}`, chunked(randomBytes(bytes)), undefined, 'new');
      await assert.rejects(late, (error) => error instanceof AlreadyStored);
      assert.ok((await readAll(storage, `new/${bytes}`)).equals(there));
      assert.equal(await opened.unfinished(), 0);
    });
  }

  test('lists what is in a folder, and not what lies deeper or beside it', async () => {
    const { storage } = opened;
    for (const path of ['a/one', 'a/two', 'a/deeper/three', 'ab', 'a-/four']) await storage.write(path, chunked(Buffer.from(path)));
    const { folders, files } = await storage.list('a');
    assert.deepEqual([folders, files.map(({ name }) => name)], [['deeper'], ['one', 'two']]);
    assert.ok(Math.abs((files[0]?.at.getTime() ?? 0) - now().getTime()) < HOUR_MS);
    assert.deepEqual(await storage.list('none'), { folders: [], files: [] });
    const names = (await storage.list('')).folders;
    assert.ok(names.includes('a') && names.includes('a-') && !names.includes('some'), names.join());
    assert.deepEqual([await storage.has('a'), await storage.has('a/o'), await storage.has('a/one')], [false, false, true]);
    await storage.remove('a/one');
    await storage.remove('a/one');
    assert.equal(await storage.has('a/one'), false);
    await assert.rejects(readAll(storage, 'a/one'), { name: 'BackupError', message: /NoSuchKey/ });
  });

  test('lists more than a page, and sweeps more uploads than one', async () => {
    const { storage, client, unfinished } = await open();
    const wanted = Array.from({ length: 1003 }, (_, n) => String(n).padStart(5, '0'));
    const left = [...wanted];
    const writer = async () => {
      for (let name = left.pop(); name !== undefined; name = left.pop()) {
        await storage.write(`many/${name}`, chunked(Buffer.from(name)));
        await client.ask({ method: 'POST', path: `many/${name}`, query: { uploads: '' } });
      }
    };
    await Promise.all(Array.from({ length: 6 }, writer));
    assert.deepEqual(
      (await storage.list('many')).files.map(({ name }) => name),
      wanted,
    );
    await storage.sweep('many', addMs(now(), -HOUR_MS));
    assert.equal(await unfinished(), 1000);
    await storage.sweep('many', addMs(now(), HOUR_MS));
    assert.equal(await unfinished(), 0);
    assert.equal((await storage.list('many')).files.length, wanted.length);
  });

  test('what was broken off leaves nothing, and what was there before stays', async () => {
    const { storage, unfinished } = await open();
    await storage.write('kept', chunked(Buffer.from('before')));
    async function* breaking() {
      yield* chunked(randomBytes(2 * PART + 1));
      throw new Error('the disk has gone');
    }
    await assert.rejects(storage.write('kept', breaking()), /the disk has gone/);
    const stop = new AbortController();
    async function* stopped() {
      yield* chunked(randomBytes(2 * PART + 1));
      stop.abort(new Error('asked to stop'));
      yield* chunked(randomBytes(PART));
    }
    await assert.rejects(storage.write('new', stopped(), stop.signal), /asked to stop/);
    assert.equal(String(await readAll(storage, 'kept')), 'before');
    assert.equal(await storage.has('new'), false);
    assert.equal(await unfinished(), 0);
  });
});

test('what an operator has set wrongly is said with what to do, and never with a secret', async () => {
  const right = await s3.newBucket();
  const { credentials } = right;
  const wrong: readonly [Partial<S3Settings>, RegExp][] = [
    [{ credentials: { ...credentials, secretAccessKey: 'another' } }, /secret does not belong to the access key.*AWS_SECRET_ACCESS_KEY/],
    [{ credentials: { ...credentials, accessKeyId: 'NOBODY' } }, /access key is not known there.*AWS_ACCESS_KEY_ID/],
    [{ credentials: s3.stranger }, /may not do this.*s3:PutObject/],
    [{ bucket: 'boreal-none' }, /no bucket boreal-none.*BOREAL_BACKUP_BUCKET/],
    [{ endpoint: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)/],
    [{ endpoint: 'http://no-such-host.invalid' }, /no-such-host\.invalid is not known.*BOREAL_BACKUP_ENDPOINT|cannot be reached/],
  ];
  for (const [change, sentence] of wrong) {
    const { storage } = await open({ ...right, ...change });
    for (const [what, done] of Object.entries({
      write: () => storage.requireWritable(),
      // Larger than what is sent before it was asked for.
      large: () => storage.write('large', chunked(randomBytes(2 * MB))),
      list: () => storage.list(''),
    })) {
      await assert.rejects(done(), (error: Error) => {
        assert.equal(error.name, 'BackupError');
        assert.match(error.message, sentence, what);
        assert.ok(
          !JSON.stringify([error, String(error.stack), String(error.cause)]).includes(
            change.credentials?.secretAccessKey ?? credentials.secretAccessKey,
          ),
        );
        return true;
      });
    }
  }
  const late = s3Storage(createS3Client(right, () => addMs(now(), -HOUR_MS)));
  await assert.rejects(late.requireWritable(), /clock shows .*, and that of the bucket .*15 minutes.*timedatectl/);
});

test('a bucket says who may do what in it, where it says so', async () => {
  const [plain, kept, locked, open_] = [await open(), await open(), await open(await s3.newBucket({ lock: true })), await open()];
  assert.deepEqual(await inspectBucket(plain.client), { anybodyMay: [], versioned: false, locked: false });
  const text = Buffer.from('<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>');
  await kept.client.ask({ method: 'PUT', query: { versioning: '' }, body: bodyOf([text]) });
  assert.partialDeepStrictEqual(await inspectBucket(kept.client), { versioned: true, locked: false });
  assert.partialDeepStrictEqual(await inspectBucket(locked.client), { versioned: true, locked: true });
  await open_.client.ask({ method: 'PUT', query: { acl: '' }, headers: { 'x-amz-acl': 'public-read' } });
  assert.deepEqual((await inspectBucket(open_.client)).anybodyMay, ['list']);
  assert.deepEqual((await plain.storage.list('')).files, []);
});

test('a certificate is verified: by the system’s authorities, or by those of the file that is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=s3', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
    ...names,
  ]);
  const secure = await startFaultyS3(await s3.newBucket(), { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') });
  try {
    const store = async (caFile: string | null) =>
      (await open({ ...secure.settings, caFile })).storage.write('a', chunked(randomBytes(2 * MB)));
    await assert.rejects(store(null), { name: 'BackupError', message: /certificate of 127\.0\.0\.1:\d+ is not trusted.*BOREAL_BACKUP_CA/ });
    await assert.rejects(store(join(folder, 'none')), { name: 'BackupError', message: /BOREAL_BACKUP_CA: .* cannot be read \(ENOENT\)/ });
    assert.equal(await store(cert), 2 * MB);
  } finally {
    secure.close();
    await rm(folder, { recursive: true });
  }
});

describe('a place that is faulty', () => {
  let faulty: FaultyS3;
  let through: Opened;
  let direct: Opened;
  const small = randomBytes(200_000);
  const large = randomBytes(2 * PART + 54_321);
  before(async () => {
    const settings = await s3.newBucket();
    faulty = await startFaultyS3(settings);
    direct = await open(settings);
    through = await open(faulty.settings, { silenceMs: 500 });
  });
  after(() => faulty.close());

  /** Each request of a kind goes wrong once, and then well. */
  function once(fault: Fault): void {
    const done = new Set<string>();
    faulty.plan((request) => {
      if (done.has(request)) return null;
      done.add(request);
      return fault;
    });
  }

  for (const fault of faults) {
    test(`${fault}: what is asked again is done, once and whole`, async () => {
      once(fault);
      const name = fault.replaceAll(' ', '-');
      await through.storage.write(`once/${name}/small`, chunked(small));
      await through.storage.write(`once/${name}/large`, chunked(large));
      assert.ok(faulty.seen.includes('POST upload') && faulty.seen.includes('PUT part') && faulty.seen.includes('PUT object'));
      assert.ok(await through.storage.has(`once/${name}/large`));
      assert.deepEqual(
        (await through.storage.list(`once/${name}`)).files.map(({ name }) => name),
        ['large', 'small'],
      );
      // Each of both is read with a fault of its own.
      once(fault);
      assert.ok((await readAll(through.storage, `once/${name}/large`)).equals(large));
      once(fault);
      assert.ok((await readAll(through.storage, `once/${name}/small`)).equals(small));
      await through.storage.remove(`once/${name}/small`);
      assert.equal(await direct.storage.has(`once/${name}/small`), false);
      // An upload whose beginning nobody heard of stays, until it is swept.
      await direct.storage.sweep(`once/${name}`, addMs(now(), DAY_MS));
      assert.equal(await direct.unfinished(), 0);
      assert.ok((await readAll(direct.storage, `once/${name}/large`)).equals(large));
    });
  }

  test('one that does not come back is told of, and nothing of what was stored halfway is taken for whole', async () => {
    for (const [request, path] of [
      ['PUT object', 'lasting/object'],
      ['POST uploads', 'lasting/begin'],
    ] as const) {
      faulty.plan((asked) => (asked === request ? 'slow down' : null));
      await assert.rejects(through.storage.write(path, chunked(request === 'PUT object' ? small : large)), {
        name: 'BackupError',
        message: /answered with 503 SlowDown/,
      });
      assert.equal(await direct.storage.has(path), false);
    }
    assert.equal(await direct.unfinished(), 0);
  });

  test('who restores outlasts some seconds of trouble, whatever it asks', async () => {
    await direct.storage.write('asked', chunked(small));
    for (const request of ['GET list', 'GET object']) {
      let refused = 0;
      faulty.plan((asked) => (asked === request && (refused += 1) <= 5 ? 'slow down' : null));
      if (request === 'GET list') assert.ok(await through.storage.has('asked'));
      else assert.ok((await readAll(through.storage, 'asked')).equals(small));
      assert.equal(refused, 6);
    }
  });

  test('a read that is cut again and again goes on where it was', async () => {
    await direct.storage.write('cuts', chunked(large));
    let cuts = 0;
    faulty.plan((request) => (request === 'GET object' && (cuts += 1) < 15 ? 'answer cut' : null));
    assert.ok((await readAll(through.storage, 'cuts')).equals(large));
    assert.ok(cuts >= 15);
  });

  test('an object that is another in the middle of a read is not mixed with it', async () => {
    await direct.storage.write('changes', chunked(large));
    once('answer cut');
    const reading = through.storage.read('changes')[Symbol.asyncIterator]();
    await reading.next();
    await direct.storage.write('changes', chunked(randomBytes(large.length)));
    await assert.rejects(
      (async () => {
        for (;;) if ((await reading.next()).done) return;
      })(),
      { name: 'BackupError', message: /412 PreconditionFailed/ },
    );
  });
});
