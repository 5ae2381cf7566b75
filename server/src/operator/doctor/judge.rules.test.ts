import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import type { SeenBucket } from '../../db/backup/s3/inspect-bucket.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import {
  judgeArchiving,
  judgeBackups,
  judgeBucket,
  judgeCertificate,
  judgeClocks,
  judgeDisk,
  judgeHours,
  judgePartitions,
  judgeSequences,
  judgeWorker,
  judgeWraparound,
} from './judge.rules.ts';

const now = new Date('2026-12-01T15:00:00Z');
const ago = (ms: number) => addMs(now, -ms);
const yours = { databaseUrl: 'postgres://boreal:secret@localhost/shop', dataDir: '/var/lib/boreal' };
const own = { databaseUrl: null, dataDir: '/var/lib/boreal' };
const is = ({ is: verdict }: { is: string }) => verdict;

describe('the doctor', () => {
  test('wants a tenth of a disk, and five gigabytes, and says how to look when there is less', () => {
    const disk = (freeGb: number, totalGb: number) =>
      judgeDisk({
        about: 'disk',
        path: '/data',
        whenFull: 'Postgres stops when it is full.',
        freeBytes: freeGb * 1e9,
        totalBytes: totalGb * 1e9,
      });
    assert.deepEqual([disk(50, 100), disk(9, 100), disk(4, 20), disk(2.5, 100), disk(0.5, 2)].map(is), [
      'ok',
      'soon',
      'soon',
      'wrong',
      'wrong',
    ]);
    assert.match(disk(0.5, 2).command ?? '', /^du .*\/data/);
    assert.equal(is(disk(0, 0)), 'wrong');
  });

  test('tells of a certificate two weeks before it expires', () => {
    const in_ = (days: number) => judgeCertificate({ about: 'site', validTo: addMs(now, days * DAY_MS), now, renew: 'renew' });
    assert.deepEqual([in_(90), in_(13), in_(2), in_(0), in_(-5)].map(is), ['ok', 'soon', 'wrong', 'wrong', 'wrong']);
    assert.match(in_(-5).says, /expired on 2026-11-26/);
    assert.equal(in_(13).command, 'renew');
  });

  test('compares clocks, in both directions', () => {
    assert.deepEqual(
      [0, 1900, -2100, 60_000].map((ms) => is(judgeClocks({ oursMs: now.getTime() + ms, theirsMs: now.getTime() }))),
      ['ok', 'ok', 'wrong', 'wrong'],
    );
    const says = (seconds: number) => judgeClocks({ oursMs: now.getTime(), theirsMs: now.getTime() + seconds * SECOND_MS }).says;
    assert.match(says(59), /differ by 59 seconds: hours would be charged at the wrong time/);
    assert.match(says(61), /differ by 61 seconds: Boreal serves nobody from here until they agree\. .*goes on by itself/);
  });

  test('knows by the last billed hour whether a worker runs, on a fast clock, too', () => {
    const worker = (ms: number, scale = 1) => judgeWorker({ billedThrough: ago(ms), now, scale, isHeld: false });
    assert.deepEqual([worker(MINUTE_MS), worker(6 * MINUTE_MS), worker(HOUR_MS, 3600)].map(is), ['ok', 'wrong', 'ok']);
    assert.match(worker(HOUR_MS).says, /since 2026-12-01 14:00 UTC/);
    assert.deepEqual(
      [0, 1, 2].map((unbilled) => is(judgeHours({ unbilled }))),
      ['ok', 'wrong', 'wrong'],
    );
  });

  test('wants a copy every day, a log that does not wait, and another disk', () => {
    const fine = { newestBase: ago(HOUR_MS), waitingSince: null, waiting: 0, failure: null, others: null, sameDisk: false, now };
    const say = (change: Partial<typeof fine> | { newestBase: 'unknown' | null } | { waitingSince: Date; waiting: number }) =>
      judgeBackups({ ...fine, ...change });
    assert.deepEqual(say({}).map(is), ['ok']);
    assert.match(say({ newestBase: null })[0]?.command ?? '', /backup create/);
    assert.deepEqual(say({ newestBase: ago(27 * HOUR_MS) }).map(is), ['wrong']);
    assert.deepEqual(say({ waitingSince: ago(MINUTE_MS), waiting: 1 }).map(is), ['ok']);
    assert.match(say({ waitingSince: ago(HOUR_MS), waiting: 80 })[0]?.says ?? '', /80 segments of the log wait/);
    // And why, with what to do, as whoever stores it has noted.
    const waits = { waitingSince: ago(HOUR_MS), waiting: 1 };
    const failure = { since: ago(HOUR_MS), why: '/mnt/backups is full (ENOSPC). Make room there.' };
    const [full] = judgeBackups({ ...fine, ...waits, failure });
    assert.match(
      full?.says ?? '',
      /A segment of the log waits .* Why, since 2026-12-01 14:00 UTC: \/mnt\/backups is full \(ENOSPC\)\. Make room there\.$/,
    );
    assert.match(judgeBackups({ ...fine, ...waits })[0]?.says ?? '', /Check that Boreal is running/);
    // What was noted when all is stored by now is no finding.
    assert.deepEqual(judgeBackups({ ...fine, failure }).map(is), ['ok']);
    assert.deepEqual(say({ sameDisk: true }).map(is), ['soon']);
    assert.deepEqual(judgeBackups({ ...fine, others: 'There are backups of another database.' }).map(is), ['soon']);
    // A place that is away says so itself; what waits for it is told all the same.
    assert.deepEqual(say({ newestBase: 'unknown' }).map(is), []);
    assert.deepEqual(judgeBackups({ ...fine, newestBase: 'unknown', waitingSince: ago(HOUR_MS), waiting: 80 }).map(is), ['wrong']);
  });

  test('wants a Postgres of one’s own to hand over its log, within a minute, and not to fail at it', () => {
    const archiving = (timeoutSeconds: number, failsSince: string | null = null) => judgeArchiving({ timeoutSeconds, failsSince }, yours);
    assert.deepEqual([judgeArchiving(null, yours), archiving(0), archiving(300), archiving(45)].map(is), ['soon', 'soon', 'soon', 'ok']);
    const failing = archiving(45, '2026-12-01T14:00:00+00:00');
    assert.equal(failing.is, 'wrong');
    assert.match(failing.says, /since 2026-12-01 14:00 UTC/);
    assert.match(
      archiving(0).command ?? '',
      /^su postgres -c 'psql -c "alter system set archive_timeout = 45" -c "select pg_reload_conf\(\)"'$/,
    );
  });

  test('wants a bucket that nobody else reads, and in which removed backups are not gone', () => {
    const say = (change: Partial<SeenBucket>) =>
      judgeBucket({ anybodyMay: [], versioned: true, locked: false, ...change }, { bucket: 'house', endpoint: 'https://s3.example.com' });
    assert.deepEqual(say({}).map(is), ['ok']);
    assert.deepEqual(say({ versioned: null, locked: null }).map(is), ['ok']);
    assert.deepEqual(say({ versioned: false, locked: true }).map(is), ['ok']);
    assert.deepEqual(say({ anybodyMay: ['list', 'read'] }).map(is), ['wrong']);
    const [finding] = say({ versioned: false });
    assert.equal(finding?.is, 'soon');
    assert.equal(
      finding?.command,
      'aws --endpoint-url https://s3.example.com s3api put-bucket-versioning --versioning-configuration Status=Enabled --bucket house',
    );
  });

  test('says what root types, as whom, and on which database, and no password', () => {
    assert.equal(
      judgeSequences([{ name: 'a', used: 0.9 }], yours).command?.replace(/"select.*"/, '"…"'),
      `su postgres -c 'psql -d shop -c "…"'`,
    );
    assert.equal(judgeWraparound({ age: 1.9e9 }, yours).command, `su postgres -c 'vacuumdb --all --freeze'`);
    assert.match(
      judgeSequences([{ name: 'a', used: 0.9 }], own).command ?? '',
      /^psql "\$\(grep -o 'postgres\[\^"\]\*' \/var\/lib\/boreal\/database\.json\)" -c "select /,
    );
    assert.match(judgeWraparound({ age: 1.9e9 }, own).command ?? '', /^vacuumdb --freeze "\$\(grep /);
    assert.doesNotMatch(JSON.stringify(judgeArchiving(null, yours)), /secret/);
  });

  test('leads to the lines of the log in which backups say what keeps them', async () => {
    const [late] = judgeBackups({
      newestBase: ago(27 * HOUR_MS),
      waitingSince: null,
      waiting: 0,
      failure: null,
      others: null,
      sameDisk: false,
      now,
    });
    const [, pattern = ''] = /^journalctl -u boreal --grep '(.*)'$/.exec(late?.command ?? '') ?? [];
    const code = await readFile(new URL('../../db/backup/keep-backups.ts', import.meta.url), 'utf8');
    const told = [...code.matchAll(/(?:tell\(|, )'((?:the|old|backups) [^']*)'/g)].map(([, line = '']) => line);
    assert.ok(told.length >= 6, told.join());
    assert.deepEqual(
      told.filter((line) => !new RegExp(pattern).test(line)),
      [],
    );
  });

  test('tells of counters and partitions long before they end', () => {
    assert.deepEqual(
      [0.1, 0.6, 0.9].map((used) =>
        is(
          judgeSequences(
            [
              { name: 'a', used: 0 },
              { name: 'b', used },
            ],
            yours,
          ),
        ),
      ),
      ['ok', 'soon', 'wrong'],
    );
    assert.equal(is(judgeSequences([], yours)), 'ok');
    const until = (days: number) => judgePartitions({ until: addMs(now, days * DAY_MS), now });
    assert.deepEqual([until(400), until(30), until(-1)].map(is), ['ok', 'soon', 'wrong']);
    assert.equal(is(judgePartitions({ until: null, now })), 'wrong');
    assert.deepEqual(
      [2e8, 1.2e9, 1.8e9].map((age) => is(judgeWraparound({ age }, yours))),
      ['ok', 'soon', 'wrong'],
    );
  });
});
