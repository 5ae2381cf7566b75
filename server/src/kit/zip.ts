import { Zip, ZipPassThrough } from 'fflate';

export interface ZippedFile {
  readonly name: string;
  /** The file's time in the archive: the file's own, so that the same files make the same archive. */
  readonly at: Date;
  readonly bytes: Uint8Array;
}

/** A ZIP archive in parts; each file is made once the previous one has been read. Not compressed: PDFs already are. */
export async function* zipParts(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const parts: Uint8Array[] = [];
  let failure: Error | null = null;
  const archive = new Zip((error, part) => {
    if (error) failure = error;
    else parts.push(part);
  });
  const written = () => {
    if (failure !== null) throw failure;
    return Buffer.concat(parts.splice(0));
  };
  for await (const { name, at, bytes } of files) {
    const entry = new ZipPassThrough(name);
    entry.mtime = at;
    archive.add(entry);
    entry.push(bytes, true);
    yield written();
  }
  archive.end();
  yield written();
}
