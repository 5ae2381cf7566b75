import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../house/sources.ts';

const Pages = z.array(z.object({ path: z.string() }));

/** Whose pages these are. */
export type Reader = 'customer' | 'operator' | 'stranger';

/** Every page of the console, as the build lists them, with something to show. `of`: what stands for each part of an address. */
export function consolePages(of: Readonly<Record<string, readonly string[]>>): Record<Reader, string[]> {
  const paths = listedPaths().flatMap((path) => addresses(path, of));
  assert.ok(paths.length > 60, 'the pages of the console were not found');
  return byReader(paths);
}

/** Those whose addresses are the same everywhere. */
export function fixedPages(): Record<Reader, string[]> {
  const paths = listedPaths().filter((path) => !path.includes('$'));
  assert.ok(paths.length > 40, 'the pages of the console were not found');
  return byReader(paths);
}

function listedPaths(): string[] {
  const listed = Pages.parse(JSON.parse(readFileSync(join(ROOT, 'console/dist/page-chunks.json'), 'utf8')));
  return listed.map(({ path }) => path);
}

function byReader(paths: readonly string[]): Record<Reader, string[]> {
  const read = (prefix: string) => paths.filter((path) => path === prefix || path.startsWith(`${prefix}/`));
  const customer = read('/console');
  const operator = read('/operator');
  return { customer, operator, stranger: paths.filter((path) => !customer.includes(path) && !operator.includes(path)) };
}

function addresses(path: string, of: Readonly<Record<string, readonly string[]>>): string[] {
  const part = /\{-\$(\w+)\}|\$(\w+)/.exec(path);
  if (part === null) return [path];
  const name = part[1] ?? part[2] ?? '';
  // A page is known by its whole address: operators and customers look at servers on pages of their own.
  const values = of[path] ?? of[name];
  assert.ok(values, `${path} is new: tell tests/console/every-page.test.ts what $${name} is`);
  return values.flatMap((value) => addresses(path.replace(part[0], value).replace(/\/$/, ''), of));
}
