import type { BackupPlace } from './backup-place.ts';
import { folderStorage } from './folder-storage.ts';
import { createS3Client } from './s3/s3-client.ts';
import type { S3Settings } from './s3/s3-settings.ts';
import { s3Storage } from './s3/s3-storage.ts';

/** The configured destination of backups. */
export type BackupTarget = { readonly kind: 'folder'; readonly folder: string } | { readonly kind: 'bucket'; readonly s3: S3Settings };

/** Opens nothing that would need closing. `now`: real time. */
export function openPlace({ target, key }: { target: BackupTarget; key: Buffer }, now: () => Date): BackupPlace {
  const storage = target.kind === 'folder' ? folderStorage(target.folder) : s3Storage(createS3Client(target.s3, now));
  return { storage, key };
}
