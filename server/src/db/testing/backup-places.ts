import { stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { BackupStorage } from '../backup/backup-storage.ts';
import { folderStorage } from '../backup/folder-storage.ts';
import { createS3Client } from '../backup/s3/s3-client.ts';
import { s3Storage } from '../backup/s3/s3-storage.ts';
import { elements, textOf } from '../backup/s3/s3-xml.ts';
import { startRealS3 } from './real-s3.ts';

/** The kinds of place for backups: tests of their promises run on each. */
export const placeKinds = ['folder', 'bucket'] as const;

export interface TestPlaces {
  /** An empty one. */
  fresh(): Promise<BackupStorage>;
  /** An unreachable one. */
  away(): Promise<BackupStorage>;
  /** Leaves what a writer killed in the middle of a file would leave. */
  leaveUnfinished(storage: BackupStorage, path: string): Promise<{ isThere(): Promise<boolean> }>;
  close(): Promise<void>;
}

export function openTestPlaces(kind: (typeof placeKinds)[number], folder: string): Promise<TestPlaces> {
  return kind === 'folder' ? Promise.resolve(folders(folder)) : buckets();
}

function folders(folder: string): TestPlaces {
  let made = 0;
  return {
    fresh: async () => folderStorage(join(folder, `place-${(made += 1)}`)),
    async away() {
      await writeFile(join(folder, 'away'), 'no folder');
      return folderStorage(join(folder, 'away'));
    },
    async leaveUnfinished({ name }, path) {
      const draft = join(name, dirname(path), `.${basename(path)}.0123456789ab`);
      await writeFile(draft, 'half of a fi');
      return {
        isThere: () =>
          stat(draft).then(
            () => true,
            () => false,
          ),
      };
    },
    close: async () => undefined,
  };
}

const wall = () => new Date();

async function buckets(): Promise<TestPlaces> {
  const s3 = await startRealS3();
  const made = new Map<string, ReturnType<typeof createS3Client>>();
  return {
    async fresh() {
      const client = createS3Client({ ...(await s3.newBucket()), prefix: 'boreal/here/' }, wall);
      const storage = s3Storage(client);
      made.set(storage.name, client);
      return storage;
    },
    async away() {
      return s3Storage(createS3Client({ ...(await s3.newBucket()), endpoint: 'http://127.0.0.1:9' }, wall));
    },
    async leaveUnfinished({ name }, path) {
      const client = made.get(name);
      if (!client) throw new Error(`${name} is none of these places`);
      await client.ask({ method: 'POST', path, query: { uploads: '' } });
      return {
        async isThere() {
          const { body } = await client.ask({ method: 'GET', query: { uploads: '' } });
          return elements(body, 'Upload').some((one) => textOf(one, 'Key')?.endsWith(path));
        },
      };
    },
    close: () => s3.close(),
  };
}
