import { parseEnv } from 'node:util';

/** The settings in a file's text, by name. If a name occurs twice the last one counts, as for systemd and for Node. */
export function readSettings(text: string): Readonly<Record<string, string>> {
  const entries = Object.entries(parseEnv(text));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * The text with one setting changed, and every other line unchanged. A new setting goes below the comment that explains it, if there is
 * one, else at the end. Null: the value cannot be written so that systemd, Node and a shell read it alike.
 */
export function withSetting(text: string, { name, value }: { name: string; value: string }): string | null {
  const written = quoted(value);
  if (written === null) return null;
  const line = `${name}=${written}`;
  const lines = text.split('\n');
  const present = lines.findLastIndex((each) => isSetting(each, name));
  if (present >= 0) return lines.toSpliced(present, 1, line).join('\n');
  const explained = lines.findLastIndex((each) => each.trimStart().startsWith(`#${name}=`));
  if (explained >= 0) return lines.toSpliced(explained + 1, 0, line).join('\n');
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${end}${line}\n`;
}

function isSetting(line: string, name: string): boolean {
  return new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*=`).test(line);
}

/** Characters without special meaning to systemd, Node or a shell. */
const PLAIN = /^[\w@%+=:,./-]*$/;

function quoted(value: string): string | null {
  if (/\p{Cc}/u.test(value)) return null;
  if (PLAIN.test(value)) return value;
  if (!value.includes("'")) return `'${value}'`;
  return /["\\$`]/.test(value) ? null : `"${value}"`;
}
