import type pg from 'pg';
import { readCatalogue, type Catalogue, type Column, type Table } from './read-catalogue.ts';

/** Something about a migration that an upgrade under load would notice. */
export interface Harm {
  /** The table, its column or the like. */
  readonly on: string;
  readonly says: string;
  readonly instead: string;
}

/** Tables that people fill by hand, and that have one row for each host or GPU, at most: reading all of them takes milliseconds. */
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
 * Runs a migration in the client's open transaction and says what harm it does there. It looks at what Postgres did (the files that
 * tables have, whole tables read, locks still held, the catalogue before and after), so that how a statement is written does not
 * matter. What depends on the rows is only seen where Postgres would read all of a table to find out.
 */
export async function judgeMigration(client: pg.ClientBase, text: string): Promise<readonly Harm[]> {
  const before = await readCatalogue(client);
  await client.query(text);
  const after = await readCatalogue(client);
  return [...locks(before, after), ...takenAway(before, after), ...asked(before, after), ...newWords(before, after)];
}

/** What makes others wait for as long as a table is large. */
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

/** What the version before may still name. */
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

/** What the version before does not know that it has to write, or must not. */
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

/** What rows may say from now on, and the version before has never heard of. */
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

/** The words that a check allows beside those of the check that it takes the place of; none where it takes the place of none. */
function wider(definition: string, before: Catalogue): readonly string[] {
  const [, column] = ONE_OF.exec(definition) ?? [];
  if (column === undefined) return [];
  const former = [...before.checks.keys()].find((other) => ONE_OF.exec(other)?.[1] === column);
  const [known, now] = [wordsIn(former ?? ''), wordsIn(definition)];
  return known.every((word) => now.includes(word)) ? now.filter((word) => former !== undefined && !known.includes(word)) : [];
}

/** As Postgres tells a check of `column in ('one', 'two')`, behind the table's name. */
const ONE_OF = /^(\w+ CHECK \(\(\w+) = ANY \(ARRAY\[/;

function wordsIn(definition: string): readonly string[] {
  return [...definition.matchAll(/'([^']*)'::text/g)].flatMap(([, word]) => word ?? []);
}

/** Whether a validated check has long kept nulls from it. */
function isChecked({ table, name }: Column, { checks }: Catalogue): boolean {
  return [...checks].some(([definition, check]) => check.table === table && definition.endsWith(`CHECK ((${name} IS NOT NULL))`));
}
