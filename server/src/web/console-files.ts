import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { z } from 'zod';

/** A file of the built console, ready to send. */
export interface ConsoleFile {
  readonly type: string;
  readonly etag: string;
  /** Its bytes in the best encoding that the client accepts; compressed on first use, and cached. */
  encoded(acceptEncoding: string): Promise<Encoded>;
}

export interface Encoded {
  readonly coding: Coding | null;
  readonly bytes: Buffer;
}

/** The built console: its page, and the files under `/console-assets` by name. */
export interface ConsoleFiles {
  readonly page: string;
  /** The URLs that a page loads besides the entry; empty for a URL that is no page. */
  scriptsOf(path: string): readonly string[];
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

const best = ['br', 'gzip'] as const;
type Coding = (typeof best)[number];

/** Longer than any browser's; the rest of an oversized header is not read. */
const READ_MAX = 500;

/** The kinds of files in a build; a file of another kind has no type and is not sent. */
const types: ReadonlyMap<string, string> = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
]);

/** Reads the built console into memory, so that requests never read the disk; null if it has not been built. */
export async function readConsoleFiles(folder: string): Promise<ConsoleFiles | null> {
  try {
    const names = await readdir(join(folder, 'console-assets'));
    const read = names.map(async (name) => [name, await readAsset(join(folder, 'console-assets', name))] as const);
    const assets = (await Promise.all(read)).flatMap(([name, file]) => (file === null ? [] : [[name, file] as const]));
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    return { page, scriptsOf: scriptsByPath(await readPageChunks(folder)), assets: new Map(assets) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

const PageChunks = z.array(z.strictObject({ path: z.string(), scripts: z.array(z.string()) }));

async function readPageChunks(folder: string): Promise<z.infer<typeof PageChunks>> {
  return PageChunks.parse(JSON.parse(await readFile(join(folder, 'page-chunks.json'), 'utf8')));
}

/** The paths use the router's notation: `$name` is any part, `{-$name}` an optional one. */
function scriptsByPath(pages: z.infer<typeof PageChunks>): ConsoleFiles['scriptsOf'] {
  const known = pages.map(({ path, scripts }) => ({ parts: path.split('/').slice(1), scripts: scripts.map((name) => `/${name}`) }));
  return (path) => {
    const asked = path
      .replace(/(?<=.)\/$/, '')
      .split('/')
      .slice(1);
    const fits = (parts: readonly string[]) =>
      asked.length <= parts.length &&
      parts.every((part, n) => (asked[n] === undefined ? part.startsWith('{-') : part === asked[n] || /^(\{-)?\$/.test(part)));
    // `agents/new` comes before `agents/$keyId`.
    const found = known.filter(({ parts }) => fits(parts)).toSorted((a, b) => named(b.parts) - named(a.parts));
    return found[0]?.scripts ?? [];
  };
}

const named = (parts: readonly string[]) => parts.filter((part) => !part.includes('$')).length;

async function readAsset(path: string): Promise<ConsoleFile | null> {
  const type = types.get(extname(path));
  if (type === undefined) return null;
  const bytes = await readFile(path);
  const made = new Map<Coding, Promise<Buffer>>();
  return {
    type,
    etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`,
    encoded: async (acceptEncoding) => {
      const coding = bytes.length < 1000 ? null : bestCoding(acceptEncoding);
      if (coding === null) return { coding, bytes };
      const smaller = made.get(coding) ?? readCompressed(path, coding).catch(() => compress[coding](bytes));
      made.set(coding, smaller);
      return { coding, bytes: await smaller };
    },
  };
}

const suffixes = { br: '.br', gzip: '.gz' } as const satisfies Record<Coding, string>;

/** The build's precompressed version, where there is one. */
function readCompressed(path: string, coding: Coding): Promise<Buffer> {
  return readFile(`${path}${suffixes[coding]}`);
}

const compress = {
  // A higher quality takes seconds for a few percent.
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
} as const;

function bestCoding(acceptEncoding: string): Coding | null {
  const taken = new Negotiator({ headers: { 'accept-encoding': acceptEncoding.slice(0, READ_MAX) } }).encodings();
  // The smaller one first, whatever the client prefers: it is compressed only once.
  return best.find((coding) => taken.some((one) => one.toLowerCase() === coding)) ?? null;
}
