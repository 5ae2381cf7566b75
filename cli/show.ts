import { terminalJson } from '@boreal/contract/values/terminal-json.ts';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';

type Row = Readonly<Record<string, unknown>>;

export function asJson(data: unknown): string {
  return `${terminalJson(data)}\n`;
}

/** An answer for people. Names are those of the API and of `--json`; `columns` are the fields of a list's rows to show. */
export function asText(data: unknown, { columns, none }: { columns?: readonly string[]; none: string }): string {
  if (Array.isArray(data)) return `${table(data.filter(isRow), columns, none)}\n`;
  if (!isRow(data)) return `${plain(data)}\n`;
  const lists = Object.entries(data).flatMap(([name, value]) =>
    Array.isArray(value) && value.some(isRow) ? [[name, value.filter(isRow)] as const] : [],
  );
  const parts = [facts(data), ...lists.map(([, rows]) => table(rows, columns, none))].filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

/** Names and values, one per line; a nested value's name is prefixed with its parent's. */
function facts(data: Row): string {
  const lines = flat(data);
  const width = Math.max(0, ...lines.map(([name]) => name.length)) + 2;
  return lines.map(([name, value]) => `${name.padEnd(width)}${value}`).join('\n');
}

function flat(data: Row, before = ''): (readonly [string, string])[] {
  return Object.entries(data).flatMap(([name, value]): (readonly [string, string])[] => {
    const path = `${before}${visibleLine(name)}`;
    if (isRow(value)) return flat(value, `${path}.`);
    return Array.isArray(value) && value.some(isRow) ? [] : [[path, plain(value)]];
  });
}

/** Rows in aligned columns, or a sentence if there are none. */
function table(rows: readonly Row[], columns: readonly string[] | undefined, none: string): string {
  if (rows.length === 0) return none;
  const shown = columns ?? Object.keys(rows[0] ?? {}).filter((name) => rows.every((row) => !isRow(row[name])));
  const cells = shown.map((path) => {
    const values = rows.map((row) => at(row, path));
    const texts = [(path.split('.').at(-1) ?? path).toUpperCase(), ...values.map(plain)];
    const width = Math.max(...texts.map(widthOf));
    const isFigures = values.every((value) => value === null || value === undefined || typeof value === 'number');
    return texts.map((text) => {
      const room = ' '.repeat(width - widthOf(text));
      return isFigures ? `${room}${text}` : `${text}${room}`;
    });
  });
  return [-1, ...rows.keys()]
    .map((row) =>
      cells
        .map((column) => column[row + 1])
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function at(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), row);
}

/** One line without terminal control characters; a dash for nothing. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(plain).join(', ');
  if (typeof value !== 'string') return visibleLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
  // People read times in seconds; they are UTC, as in the API.
  const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(value);
  return time ? `${time[1]} ${time[2]}Z` : visibleLine(value.replaceAll(/[\t\r\n]+/g, ' '));
}

function widthOf(text: string): number {
  return [...text].length;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
