import { moment } from '../output.ts';
import type { Config } from '../../config.ts';
import type { SeenBucket } from '../../db/backup/s3/inspect-bucket.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { SERVED_WITHIN_MS } from '../../kit/clock-comparison.ts';
import { INVOCATION } from '../verb.ts';
import { askPostgres, freezePostgres } from './ask-postgres.ts';
import type { SeenArchiving } from './doctor.store.ts';
import { ok, RESTART, soon, wrong, type Finding } from './finding.ts';

const GB = 1e9;
/** Where the database is. */
type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Judges a file system by its free space. `whenFull`: what happens then. */
export function judgeDisk({
  about,
  path,
  whenFull,
  freeBytes,
  totalBytes,
}: {
  about: string;
  path: string;
  whenFull: string;
  freeBytes: number;
  totalBytes: number;
}): Finding {
  const percent = totalBytes === 0 ? 0 : Math.floor((100 * freeBytes) / totalBytes);
  const says = `${(freeBytes / GB).toFixed(1)} GB (${percent} %) are free on the disk of ${path}.`;
  const command = `du -xh --max-depth=2 ${path} | sort -h | tail`;
  if (freeBytes < GB || percent < 3) return wrong(about, `${says} ${whenFull}`, command);
  return freeBytes < 5 * GB || percent < 10 ? soon(about, says, command) : ok(about, says);
}

/** Judges a certificate by its remaining validity. `renew`: what to type. */
export function judgeCertificate(of: { about: string; validTo: Date; now: Date; renew: string }): Finding {
  const { about, validTo, now, renew } = of;
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS);
  const until = validTo.toISOString().slice(0, 10);
  if (validTo <= now) return wrong(about, `The certificate expired on ${until}.`, renew);
  if (days < 3) return wrong(about, `The certificate expires on ${until}, and should have been renewed long ago.`, renew);
  return days < 14
    ? soon(about, `The certificate expires on ${until}, in ${days} days.`, renew)
    : ok(about, `The certificate is valid until ${until}.`);
}

/** Compares our clock with the database's. */
export function judgeClocks({ oursMs, theirsMs }: { oursMs: number; theirsMs: number }): Finding {
  const seconds = Math.abs(oursMs - theirsMs) / SECOND_MS;
  if (seconds < 2) return ok('clock', 'This machine and the database agree on the time.');
  const meanwhile =
    seconds * SECOND_MS > SERVED_WITHIN_MS
      ? 'Boreal serves nobody from here until they agree. Set whichever is wrong, and all goes on by itself.'
      : 'hours would be charged at the wrong time.';
  return wrong(
    'clock',
    `This machine's clock and the database's differ by ${seconds.toFixed(0)} seconds: ${meanwhile}`,
    'timedatectl status',
  );
}

/**
 * Up to when hours are billed: the worker bills once a minute, whatever else it does. `isHeld`: a running worker does not trust its clock.
 */
export function judgeWorker(of: { billedThrough: Date; now: Date; scale: number; isHeld: boolean }): Finding {
  const { billedThrough, now, scale, isHeld } = of;
  const lateMs = (now.getTime() - billedThrough.getTime()) / Math.max(1, scale);
  if (lateMs < 5 * MINUTE_MS) return ok('worker', 'A worker runs and bills.');
  if (isHeld)
    return wrong(
      'worker',
      `No worker has billed since ${moment(billedThrough)}: one runs, and waits until its clock is known to be right. What is due is billed then.`,
      'timedatectl status',
    );
  return wrong(
    'worker',
    `No worker has billed since ${moment(billedThrough)}: nothing is deployed, watched or mailed either. What is due is billed when one runs.`,
    "systemctl status 'boreal*'",
  );
}

/** Hours that began more than ten minutes ago and that no worker has billed. */
export function judgeHours({ unbilled }: { unbilled: number }): Finding {
  if (unbilled === 0) return ok('hours', 'Every hour that has begun is billed.');
  const says = `${unbilled === 1 ? 'An hour' : `${unbilled} hours`} of servers began more than ten minutes ago and ${unbilled === 1 ? 'is' : 'are'} not billed. None is lost: the meter bills each at the price of its time. See docs/runbooks/BorealHoursUnbilled.md.`;
  return wrong('hours', says, "journalctl -u 'boreal*' --since -1h --grep meter");
}

/** The result and time of the last verification of the ledger: a worker makes one each night. */
export function judgeProof({ provenAt, broken, now }: { provenAt: Date; broken: number; now: Date }): Finding {
  const command = `${INVOCATION} ledger verify`;
  if (broken > 0)
    return wrong('ledger', `${broken === 1 ? 'A check' : `${broken} checks`} of the ledger did not hold on ${moment(provenAt)}.`, command);
  if (now.getTime() - provenAt.getTime() > 2 * DAY_MS)
    return soon('ledger', `The ledger was last proven on ${moment(provenAt)}; a worker does so each night.`, command);
  return ok('ledger', `The ledger held when it was last proven, on ${moment(provenAt)}.`);
}

export interface SeenBackups {
  /** Null: there is none. */
  readonly newestBase: Date | 'unknown' | null;
  /** When the oldest unstored segment was handed over; null: all are stored. */
  readonly waitingSince: Date | null;
  readonly waiting: number;
  /** Why storing it failed last time; null: no failure is noted. */
  readonly failure: { readonly since: Date; readonly why: string } | null;
  /** What to say about other databases' backups in the same place; null: there are none, or it is unknown which are ours. */
  readonly others: string | null;
  readonly sameDisk: boolean;
  readonly now: Date;
}

export function judgeBackups({ newestBase, waitingSince, waiting, failure, others, sameDisk, now }: SeenBackups): Finding[] {
  const log = "journalctl -u boreal --grep 'backed up|backups|stored'";
  const findings: Finding[] = [];
  if (newestBase === null) findings.push(wrong('backups', 'There is no backup of the database yet.', `${INVOCATION} backup create`));
  else if (newestBase !== 'unknown' && now.getTime() - newestBase.getTime() > 26 * HOUR_MS)
    findings.push(wrong('backups', `The newest copy of the database is of ${moment(newestBase)}; there should be one every day.`, log));
  if (waitingSince && now.getTime() - waitingSince.getTime() > 2 * MINUTE_MS)
    findings.push(
      wrong(
        'backups',
        `${waiting === 1 ? 'A segment of the log waits' : `${waiting} segments of the log wait`} to be stored: what was done since would be lost with this machine. ${whyItWaits(failure)}`,
        log,
      ),
    );
  if (others !== null) findings.push(soon('backups', others, `${INVOCATION} backup list`));
  if (sameDisk)
    findings.push(
      soon('backups', 'The backups are on the disk of the database, and would be lost with it. Mount another disk there.', 'findmnt'),
    );
  if (findings.length > 0 || newestBase === null || newestBase === 'unknown') return findings;
  return [ok('backups', `The newest copy is of ${moment(newestBase)}, and the log is stored.`)];
}

function whyItWaits(failure: SeenBackups['failure']): string {
  if (failure === null) return 'No attempt is known to have failed. Check that Boreal is running: it stores the log.';
  return `Why, since ${moment(failure.since)}: ${failure.why}`;
}

/** Another program backs up a Postgres that is not Boreal's; Postgres itself reports whether its log is archived in time. */
export function judgeArchiving(seen: SeenArchiving | null, place: Place): Finding {
  if (seen === null)
    return soon(
      'backups',
      'The Postgres of DATABASE_URL does not archive its log: all since its last backup would be lost with it. See operators-guide-backups.md.',
      askPostgres(place, 'show archive_mode'),
    );
  if (seen.failsSince !== null)
    return wrong(
      'backups',
      `The Postgres of DATABASE_URL has not been able to archive its log since ${moment(new Date(seen.failsSince))}: what was done since would be lost with it. Its own log says why.`,
      askPostgres(place, 'select * from pg_stat_archiver'),
    );
  if (seen.timeoutSeconds === 0 || seen.timeoutSeconds > 60)
    return soon(
      'backups',
      `The Postgres of DATABASE_URL hands over its log ${seen.timeoutSeconds === 0 ? 'only when 16 MB are full' : `after ${seen.timeoutSeconds} seconds`}: so much would be lost with it. A minute is enough.`,
      `su postgres -c 'psql -c "alter system set archive_timeout = 45" -c "select pg_reload_conf()"'`,
    );
  return ok('backups', 'The Postgres of DATABASE_URL archives its log in time. Its backup program knows whether there are base backups.');
}

/** Judges a bucket by who may do what in it. `endpoint`: needed in the commands to type. */
export function judgeBucket(
  { anybodyMay, versioned, locked }: SeenBucket,
  { bucket, endpoint }: { bucket: string; endpoint: string },
): Finding[] {
  const about = 'bucket of the backups';
  const api = (words: string) => `aws --endpoint-url ${endpoint} s3api ${words} --bucket ${bucket}`;
  const findings: Finding[] = [];
  if (anybodyMay.length > 0)
    findings.push(
      wrong(
        about,
        `Anybody may ${anybodyMay.join(' and ')} what is in the bucket ${bucket}. It is encrypted, but should be private all the same. If this command does not close it, a bucket policy keeps it open.`,
        api('put-bucket-acl --acl private'),
      ),
    );
  if (versioned === false && locked !== true)
    findings.push(
      soon(
        about,
        `What is removed from the bucket ${bucket} is gone: who has this machine's keys could remove every backup. Let it keep older versions.`,
        api('put-bucket-versioning --versioning-configuration Status=Enabled'),
      ),
    );
  return findings.length > 0 ? findings : [ok(about, `The bucket ${bucket} can be written to.`)];
}

/** How much of a counter's range is used. */
export function judgeSequences(rows: readonly { name: string; used: number }[], place: Place): Finding {
  const worst = rows.toSorted((a, b) => b.used - a.used)[0];
  if (!worst || worst.used < 0.5) return ok('sequences', 'No sequence of the database has used half of its range.');
  const says = `The sequence ${worst.name} has used ${Math.floor(worst.used * 100)} % of its range; at its end nothing can be written there.`;
  const command = askPostgres(
    place,
    'select sequencename, last_value, max_value from pg_sequences order by last_value desc nulls last limit 5',
  );
  return worst.used < 0.8 ? soon('sequences', says, command) : wrong('sequences', says, command);
}

/** Usage and events need a partition for the month in which they are written. */
export function judgePartitions({ until, now }: { until: Date | null; now: Date }): Finding {
  const command = RESTART;
  if (until === null || until <= now) return wrong('partitions', 'There is no partition for this month: hours cannot be charged.', command);
  const day = until.toISOString().slice(0, 10);
  if (until.getTime() - now.getTime() < 60 * DAY_MS)
    return soon('partitions', `The last partition ends on ${day}: a worker makes more every day, and has not.`, command);
  return ok('partitions', `There are partitions until ${day}.`);
}

/** Transaction numbers run out unless vacuuming frees them. */
export function judgeWraparound({ age }: { age: number }, place: Place): Finding {
  if (age < 1_000_000_000) return ok('vacuum', 'Autovacuum keeps ahead of transaction ID wraparound.');
  const says = `The oldest transaction that Postgres still counts is ${Math.floor(age / 1e6)} million back; at 2,100 million it stops. Something keeps autovacuum from its work.`;
  const command = freezePostgres(place);
  return age < 1_500_000_000 ? soon('vacuum', says, command) : wrong('vacuum', says, command);
}
