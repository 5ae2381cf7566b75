import { resolve } from 'node:path';
import { z } from 'zod';

const Text = z.string().min(1).optional();

/** The settings for backups of the embedded Postgres. A bucket's credentials come from the standard variables that S3 tools read. */
export const BackupSettings = z.object({
  BOREAL_BACKUP_DIR: Text,
  BOREAL_BACKUP_BUCKET: z
    .string()
    .regex(
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/,
      'must be an address such as s3://bucket or s3://bucket/boreal/montreal',
    )
    .optional(),
  BOREAL_BACKUP_ENDPOINT: z
    .string()
    .refine((text) => URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '') && /^https?:/.test(text), {
      message: 'must be the origin of an S3-compatible service, such as https://s3.example.com',
    })
    .optional(),
  BOREAL_BACKUP_CA: Text,
  BOREAL_BACKUP_PATH_STYLE: z.enum(['on', 'off']).optional(),
  BOREAL_BACKUP_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be the name of a region, such as ca-central-1')
    .optional(),
  AWS_ACCESS_KEY_ID: Text,
  AWS_SECRET_ACCESS_KEY: Text,
  AWS_SESSION_TOKEN: Text,
  BOREAL_BACKUP_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64; make them with: openssl rand -base64 32')
    .transform((text) => Buffer.from(text, 'base64'))
    .optional(),
  BOREAL_BACKUP_DAYS: z.coerce.number({ error: 'must be a number of days' }).int().min(1).max(3650).default(14),
});
type BackupSettings = z.infer<typeof BackupSettings>;

export interface BackupConfig {
  readonly target: { readonly kind: 'folder'; readonly folder: string } | BucketTarget;
  /** The 32-byte encryption key. */
  readonly key: Buffer;
  readonly keepDays: number;
}

interface BucketTarget {
  readonly kind: 'bucket';
  readonly s3: {
    readonly bucket: string;
    /** The prefix of every object's name: '' or `boreal/montreal/`. */
    readonly prefix: string;
    readonly endpoint: string;
    readonly region: string;
    readonly pathStyle: boolean;
    /** A file of certificates to trust instead of the system's. */
    readonly caFile: string | null;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken: string | null };
  };
}

/** Null if nothing is backed up; each problem is a sentence. `root`: what a relative folder is relative to. */
export function readBackups(
  settings: BackupSettings & { DATABASE_URL?: string | undefined },
  root: string,
): { readonly config: BackupConfig | null; readonly problems: readonly string[] } {
  const { BOREAL_BACKUP_DIR: folder, BOREAL_BACKUP_BUCKET: bucket, BOREAL_BACKUP_KEY: key, BOREAL_BACKUP_DAYS: keepDays } = settings;
  const problems: string[] = [];
  const name = bucket === undefined ? 'BOREAL_BACKUP_DIR' : 'BOREAL_BACKUP_BUCKET';
  if (folder === undefined && bucket === undefined) {
    if (settings.BOREAL_BACKUP_ENDPOINT !== undefined)
      problems.push('BOREAL_BACKUP_ENDPOINT: it is of a bucket, and BOREAL_BACKUP_BUCKET names none');
    return { config: null, problems };
  }
  if (folder !== undefined && bucket !== undefined)
    problems.push('BOREAL_BACKUP_BUCKET: backups go to one place, and BOREAL_BACKUP_DIR names another');
  if (key === undefined)
    problems.push('BOREAL_BACKUP_KEY: backups are encrypted; make a key with: openssl rand -base64 32, and keep it elsewhere, too');
  if (settings.DATABASE_URL !== undefined)
    problems.push(`${name}: it is for the embedded Postgres; the one of DATABASE_URL is backed up with tools of its own`);
  const target =
    folder === undefined ? bucketOf(settings, { root, problems }) : ({ kind: 'folder', folder: resolve(root, folder) } as const);
  return { config: key && target && problems.length === 0 ? { target, key, keepDays } : null, problems };
}

/** Amazon's default region, also for services without regions. */
const DEFAULT_REGION = 'us-east-1';

function bucketOf(settings: BackupSettings, { root, problems }: { root: string; problems: string[] }): BucketTarget | null {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = settings;
  if (accessKeyId === undefined) problems.push('AWS_ACCESS_KEY_ID: BOREAL_BACKUP_BUCKET needs it, with AWS_SECRET_ACCESS_KEY');
  if (secretAccessKey === undefined) problems.push('AWS_SECRET_ACCESS_KEY: BOREAL_BACKUP_BUCKET needs it, with AWS_ACCESS_KEY_ID');
  if (accessKeyId === undefined || secretAccessKey === undefined) return null;
  const { hostname: bucket, pathname } = new URL(settings.BOREAL_BACKUP_BUCKET ?? '');
  const region = settings.BOREAL_BACKUP_REGION ?? DEFAULT_REGION;
  const path = pathname.replaceAll(/^\/|\/$/g, '');
  const s3 = {
    bucket,
    prefix: path === '' ? '' : `${path}/`,
    endpoint: settings.BOREAL_BACKUP_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    region,
    // Amazon wants the bucket in the host name; few others have a certificate and a DNS name for each bucket.
    pathStyle: (settings.BOREAL_BACKUP_PATH_STYLE ?? (settings.BOREAL_BACKUP_ENDPOINT === undefined ? 'off' : 'on')) === 'on',
    caFile: settings.BOREAL_BACKUP_CA === undefined ? null : resolve(root, settings.BOREAL_BACKUP_CA),
    credentials: { accessKeyId, secretAccessKey, sessionToken: sessionToken ?? null },
  };
  return { kind: 'bucket', s3 };
}
