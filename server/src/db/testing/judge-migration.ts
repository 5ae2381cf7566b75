import type pg from 'pg';
import { readCatalogue, type Catalogue, type Column, type Table } from './read-catalogue.ts';

/** A harm that a migration would do to an upgrade under load. */
export interface Harm {
  /** The table, its column or the like. */
  readonly on: string;
  readonly says: string;
  readonly instead: string;
}

/** Tables that people fill by hand, or with at most one row per host or GPU: reading all of them takes milliseconds. */
const SMALL: ReadonlySet<string> = new Set(
  `adoptions company engine_contacts engine_traits engines environments gpu_models gpus hibernation_limit hosts images installation
  invoice_series log_level meter_marks placeable_gpus plans pools prices product_clock regions shared_addresses storages tax_registrations
  write_probe`.split(/\s+/),
);

/** Others can still read and write a table under these. */
const HARMLESS_LOCKS: ReadonlySet<string> = new Set(['AccessShareLock', 'RowShareLock', 'RowExclusiveLock', 'ShareUpdateExclusiveLock']);

const ONE_VERSION_LATER =
  'the version before still runs beside this one: stop using it first, and take it away one version later, with the reason in LET_BE';

/**
 * Runs a migration in the client's open transaction and reports the harm it does there. It examines what Postgres did (the tables' files,
 * full table scans, locks still held, the catalogue before and after), so a statement's wording does not matter. Effects that depend on the
 * rows are seen only where Postgres would read a whole table to find out.
 */
export async function judgeMigration(client: pg.ClientBase, text: string): Promise<readonly Harm[]> {
  const before = await readCatalogue(client);
  await client.query(text);
  const after = await readCatalogue(client);
  return [...locks(before, after), ...takenAway(before, after), ...asked(before, after), ...newWords(before, after)];
}

/** Locks that make others wait for longer the larger a table is. */
function locks(before: Catalogue, after: Catalogue): Harm[] {
  return [...before.tables.values()].flatMap((table): Harm[] => {
    const now = after.tables.get(table.name);
    if (now === undefined || SMALL.has(table.name)) return [];
    if (now.files !== table.files) {
      return [
        { on: table.name, says: 'is written anew, with all its rows', instead: 'add a column, fill it by a task, and change over later' },
      ];
    }
    if (now.scans === table.scans) return [];
    if (now.locks.some((lock) => !HARMLESS_LOCKS.has(lock))) {
      return [
        {
          on: table.name,
          says: 'is read from end to end while others wait',
          instead:
            'make an index concurrently, in a migration of its own; add a constraint "not valid", and validate it in the next migration; ' +
            'set not null when a check of that has been validated',
        },
      ];
    }
    if (!writes(now)) return [];
    return [
      {
        on: table.name,
        says: 'has rows all over it changed in one transaction',
        instead: 'let a task change them, some at a time, and read both forms until it has ended',
      },
    ];
  });
}

function writes(table: Table): boolean {
  return table.locks.includes('RowExclusiveLock');
}

/** What the previous version may still use. */
function takenAway(before: Catalogue, after: Catalogue): Harm[] {
  const harm: Harm[] = [];
  const gone = (on: string, says = 'is gone') => harm.push({ on, says, instead: ONE_VERSION_LATER });
  for (const { name } of before.tables.values()) if (!after.tables.has(name)) gone(name);
  for (const [key, column] of before.columns) {
    const now = after.columns.get(key);
    if (now === undefined) gone(key);
    else if (now.type !== column.type) gone(key, `is ${now.type} and no longer ${column.type}`);
    else if (column.hasDefault && !now.hasDefault && now.notNull) gone(key, 'has no default any more and needs a value');
  }
  for (const name of before.functions) if (!after.functions.has(name)) gone(`function ${name}`);
  for (const name of before.labels) if (!after.labels.has(name)) gone(`type ${name}`);
  for (const name of before.uniques) {
    if (!after.uniques.has(name)) gone(`unique ${name}`, 'is gone, and "on conflict" may name it');
  }
  return harm;
}

/** What the previous version does not know that it must, or must not, write. */
function asked(before: Catalogue, after: Catalogue): Harm[] {
  const instead = ONE_VERSION_LATER.replace('stop using it first, and take it away', 'write it first, and ask for it');
  const harm: Harm[] = [];
  for (const [key, column] of after.columns) {
    if (!before.tables.has(column.table) || !column.notNull) continue;
    const was = before.columns.get(key);
    if (was === undefined ? !column.hasDefault : !was.notNull && !isChecked(column, before)) {
      harm.push({ on: key, says: 'needs a value, which the version before does not know', instead });
    }
  }
  for (const [definition, { table, columns }] of after.checks) {
    const narrows = columns.length > 0 && columns.every((column) => before.columns.has(`${table}.${column}`));
    if (narrows && !before.checks.has(definition) && wider(definition, before).length === 0) {
      harm.push({ on: table, says: `may refuse what the version before writes: ${definition}`, instead });
    }
  }
  return harm;
}

/** Values that rows may have from now on, which the previous version has never seen. */
function newWords(before: Catalogue, after: Catalogue): Harm[] {
  const typeOf = (label: string) => label.slice(0, label.indexOf(' '));
  const types = new Set([...before.labels].map(typeOf));
  const labels = [...after.labels].filter((label) => !before.labels.has(label) && types.has(typeOf(label)));
  const checks = [...after.checks].filter(([definition]) => !before.checks.has(definition));
  return [
    ...labels.map((label): Harm => ({ on: `type ${label}`, ...UNKNOWN })),
    ...checks.flatMap(([definition, { table, columns }]) =>
      wider(definition, before).map((word): Harm => ({ on: `${table}.${columns.join()} '${word}'`, ...UNKNOWN })),
    ),
  ];
}

const UNKNOWN = {
  says: 'is read by the version before, which does not know it',
  instead:
    'let this version read it, and write it one version later; or have it left to the newer version where it is read, try that in ' +
    'tests/database/newer-rows.test.ts, and say so in LET_BE',
} as const;

/** The values that a check allows beyond those of the check it replaces; none if it replaces none. */
function wider(definition: string, before: Catalogue): readonly string[] {
  const [, column] = ONE_OF.exec(definition) ?? [];
  if (column === undefined) return [];
  const former = [...before.checks.keys()].find((other) => ONE_OF.exec(other)?.[1] === column);
  const [known, now] = [wordsIn(former ?? ''), wordsIn(definition)];
  return known.every((word) => now.includes(word)) ? now.filter((word) => former !== undefined && !known.includes(word)) : [];
}

/** How Postgres shows a check of `column in ('one', 'two')`, after the table's name. */
const ONE_OF = /^(\w+ CHECK \(\(\w+) = ANY \(ARRAY\[/;

function wordsIn(definition: string): readonly string[] {
  return [...definition.matchAll(/'([^']*)'::text/g)].flatMap(([, word]) => word ?? []);
}

/** Whether a validated check already excluded nulls. */
function isChecked({ table, name }: Column, { checks }: Catalogue): boolean {
  return [...checks].some(([definition, check]) => check.table === table && definition.endsWith(`CHECK ((${name} IS NOT NULL))`));
}
