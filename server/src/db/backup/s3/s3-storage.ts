import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BackupStorage, StoredFile } from '../backup-storage.ts';
import { PATIENT_TRIES, type S3Client } from './s3-client.ts';
import { download } from './s3-download.ts';
import { bucketName } from './s3-settings.ts';
import { abortUpload, PART_BYTES, uploadWhole } from './s3-upload.ts';
import { elements, textOf } from './s3-xml.ts';

/** A bucket. S3 shows only complete objects. */
export function s3Storage(client: S3Client, { partBytes = PART_BYTES } = {}): BackupStorage {
  const remove = async (path: string) => void (await client.ask({ method: 'DELETE', path }));
  const storage: BackupStorage = {
    name: bucketName(client.settings),
    async list(folder) {
      const within = folder === '' ? '' : `${folder}/`;
      const folders: string[] = [];
      const files: StoredFile[] = [];
      for await (const page of pages(client, { 'list-type': '2', delimiter: '/' }, within)) {
        folders.push(...elements(page, 'CommonPrefixes').map((one) => nameIn(client, within, textOf(one, 'Prefix') ?? '')));
        for (const one of elements(page, 'Contents')) {
          const name = nameIn(client, within, textOf(one, 'Key') ?? '');
          // Some tools mark a folder by an object of its name.
          if (name !== '') files.push({ name, at: new Date(textOf(one, 'LastModified') ?? '') });
        }
      }
      return { folders, files };
    },
    async has(path) {
      // Not HEAD, whose errors have no body.
      const query = { 'list-type': '2', prefix: `${client.settings.prefix}${path}`, 'max-keys': '1' };
      // A restore requests each log segment, for hours.
      const { body } = await client.ask({ method: 'GET', query, tries: PATIENT_TRIES });
      return elements(body, 'Contents').some((one) => textOf(one, 'Key') === query.prefix);
    },
    read: (path) => download(client, path),
    write: (path, source, signal, where) => uploadWhole(client, { path, source, signal, partBytes, where }),
    remove,
    async sweep(folder, before) {
      for await (const page of pages(client, { uploads: '' }, `${folder}/`)) {
        for (const one of elements(page, 'Upload')) {
          const path = textOf(one, 'Key')?.slice(client.settings.prefix.length);
          const uploadId = textOf(one, 'UploadId');
          if (path !== undefined && uploadId !== null && new Date(textOf(one, 'Initiated') ?? '') < before)
            await abortUpload(client, { path, uploadId });
        }
      }
    },
    async requireWritable() {
      const path = `.probe-${randomBytes(6).toString('hex')}`;
      await storage.write(path, Readable.from([Buffer.from('Boreal may write here.\n')]));
      await remove(path);
    },
  };
  return storage;
}

/** The pages of a list: each has at most a thousand entries, and names the next. */
async function* pages(client: S3Client, query: Readonly<Record<string, string>>, within: string): AsyncGenerator<string> {
  let next: Readonly<Record<string, string>> = {};
  for (;;) {
    const { body } = await client.ask({ method: 'GET', query: { ...query, ...next, prefix: `${client.settings.prefix}${within}` } });
    yield body;
    if (textOf(body, 'IsTruncated') !== 'true') return;
    const following = {
      'continuation-token': textOf(body, 'NextContinuationToken'),
      'key-marker': textOf(body, 'NextKeyMarker'),
      'upload-id-marker': textOf(body, 'NextUploadIdMarker'),
    };
    next = Object.fromEntries(Object.entries(following).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  }
}

/** The name of an object within a folder, or the common prefix of objects up to the next `/`. */
function nameIn(client: S3Client, within: string, key: string): string {
  return key.slice(client.settings.prefix.length + within.length).replace(/\/$/, '');
}
