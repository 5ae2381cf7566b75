import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { History } from './history.ts';

const KEPT = join(import.meta.dirname, 'kept');

/** A history that once failed, at its shortest, and what it showed. Names say what was wrong. */
export interface KeptHistory {
  readonly found: readonly string[];
  readonly history: History;
}

export async function readKept(file: string): Promise<KeptHistory> {
  const kept: KeptHistory = JSON.parse(await readFile(file, 'utf8'));
  return kept;
}

export async function listKept(): Promise<readonly string[]> {
  const names = existsSync(KEPT) ? await readdir(KEPT) : [];
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(KEPT, name));
}

/** Keeps a failing history where the tests find it. Answers the file's path. */
export async function keep(name: string, kept: KeptHistory): Promise<string> {
  await mkdir(KEPT, { recursive: true });
  const file = join(KEPT, `${name}.json`);
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);
  return file;
}
