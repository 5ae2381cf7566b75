import { randomBytes } from 'node:crypto';
import { bodyOf, type S3Client } from './s3-client.ts';
import { S3Error } from './s3-error.ts';
import { textOf } from './s3-xml.ts';

/** What can be learned about a bucket from outside; null: unknown. */
export interface SeenBucket {
  /** What anyone who knows its name may do without a key. */
  readonly anybodyMay: readonly ('list' | 'read')[];
  /** Whether removed or replaced objects remain as older versions. */
  readonly versioned: boolean | null;
  /** Whether objects can be protected from removal for a time. */
  readonly locked: boolean | null;
}

/** Inspects a bucket, after writing and removing one small object in it. @throws S3Error it cannot be reached, read or written to */
export async function inspectBucket(client: S3Client): Promise<SeenBucket> {
  const probe = `.probe-${randomBytes(6).toString('hex')}`;
  await client.ask({ method: 'PUT', path: probe, body: bodyOf([Buffer.from('Boreal may write here.\n')]) });
  const anybodyMay: ('list' | 'read')[] = [];
  try {
    if (await anybody(client, {})) anybodyMay.push('list');
    if (await anybody(client, { path: probe })) anybodyMay.push('read');
  } finally {
    await client.ask({ method: 'DELETE', path: probe });
  }
  const [versioning, lock] = [await described(client, 'versioning'), await described(client, 'object-lock')];
  return {
    anybodyMay,
    versioned: versioning === null ? null : textOf(versioning, 'Status') === 'Enabled',
    locked: lock === null ? null : textOf(lock, 'ObjectLockEnabled') === 'Enabled',
  };
}

async function anybody(client: S3Client, { path }: { path?: string }): Promise<boolean> {
  const query = path === undefined ? { 'list-type': '2', 'max-keys': '1' } : {};
  try {
    await client.ask({ method: 'GET', ...(path !== undefined && { path }), query, unsigned: true });
    return true;
  } catch (error) {
    if (error instanceof S3Error && error.status >= 400 && error.status < 500) return false;
    throw error;
  }
}

/** One setting of the bucket; empty if it was never set; null if the key may not see it, or the service does not support it. */
async function described(client: S3Client, query: 'versioning' | 'object-lock'): Promise<string | null> {
  try {
    return (await client.ask({ method: 'GET', query: { [query]: '' } })).body;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    return error.code === 'ObjectLockConfigurationNotFoundError' ? '' : null;
  }
}
