import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What tests of the sources themselves read: files of the repository and what they import. */
export interface Source {
  /** From the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export interface Import {
  /** The imported file's path from the root; for a package the name as it is written. Null when it cannot be read off. */
  target: string | null;
  line: number;
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files of the repository that match a pattern, generated and installed ones left out. */
export function readSources(pattern: string): Source[] {
  const paths = globSync(pattern, { cwd: ROOT, exclude: (name) => name === 'node_modules' || name === 'data' });
  return paths.toSorted().map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(ROOT, path), 'utf8') }));
}

// Statements begin their line, which the formatter sees to; so text inside a template is not taken for one.
const STATIC = /^(?:import\s+(?:[^'";]*?\sfrom\s+)?|export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s*from\s+)'([^']+)'/gm;
const DYNAMIC = /\bimport\(\s*(?:'([^']*)'|"([^"]*)")?/g;

/** Every static and dynamic import and re-export, those of types included. */
export function importsOf({ path, text }: Source): Import[] {
  const code = withoutComments(text);
  const found = [...code.matchAll(STATIC), ...code.matchAll(DYNAMIC)];
  return found.map((match) => ({ target: resolveFrom(path, match[1] ?? match[2] ?? null), line: lineAt(code, match.index) }));
}

/** The lines on which a pattern matches outside comments. The pattern needs the flag g. */
export function linesWith(source: Source, pattern: RegExp): number[] {
  const code = withoutComments(source.text);
  return [...code.matchAll(pattern)].map((match) => lineAt(code, match.index));
}

function resolveFrom(path: string, specifier: string | null): string | null {
  if (specifier === null) return null;
  if (specifier.startsWith('.')) return posix.join(dirname(path), specifier);
  return specifier.replace(/^@boreal\/(\w+)\//, '$1/');
}

/** Comments become spaces, so that lines stay where they are. A comment begins its line or follows a space. */
function withoutComments(text: string): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, ' ');
  return text.replace(/(?<=^|\s)\/\*[\s\S]*?\*\//g, blank).replace(/(?<=^|\s)\/\/.*$/gm, blank);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
