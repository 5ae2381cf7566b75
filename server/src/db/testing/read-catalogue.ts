import type pg from 'pg';

/** What Postgres knows of the schema in the middle of a transaction, and what the transaction has done to its tables. */
export interface Catalogue {
  /** Tables and views, by name. Partitions are part of their table. */
  readonly tables: ReadonlyMap<string, Table>;
  /** By "table.column". */
  readonly columns: ReadonlyMap<string, Column>;
  /** Signatures. */
  readonly functions: ReadonlySet<string>;
  /** The values of enumerations, as "type 'label'". */
  readonly labels: ReadonlySet<string>;
  /** Tables and the columns that are unique in them. */
  readonly uniques: ReadonlySet<string>;
  /** Checks, foreign keys and unique constraints by their table and definition. */
  readonly checks: ReadonlyMap<string, { readonly table: string; readonly columns: readonly string[] }>;
}

export interface Table {
  readonly name: string;
  /** Its file numbers: new files mean that it was rewritten. */
  readonly files: string;
  /** How often the transaction has scanned the whole table. */
  readonly scans: number;
  /** The locks that the transaction holds until it ends. */
  readonly locks: readonly string[];
}

export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
}

/** Every relation of the schema, with the table that it is (`isWhole`) or is a partition of. */
const RELATIONS = `relations as (
  select c.oid, c.relkind, c.relfilenode, root.relname as name, c.oid = root.oid as "isWhole"
  from pg_class c join pg_class root on root.oid = coalesce(pg_partition_root(c.oid), c.oid)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
)`;

export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const rowsOf = async <R extends pg.QueryResultRow>(text: string) => (await client.query<R>(`with ${RELATIONS} ${text}`)).rows;
  const tables = await rowsOf<Table>(`
    select name, string_agg(relfilenode::text, ' ' order by oid) filter (where relkind = 'r') as files,
      sum(pg_stat_get_xact_numscans(oid))::integer as scans,
      array(select distinct l.mode from pg_locks l join relations r on r.oid = l.relation
            where l.pid = pg_backend_pid() and l.granted and r.name = relations.name) as locks
    from relations group by name`);
  const columns = await rowsOf<Column & { key: string }>(`
    select r.name || '.' || a.attname as key, r.name as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "notNull", a.atthasdef or a.attidentity <> '' as "hasDefault"
    from relations r join pg_attribute a on a.attrelid = r.oid
    where a.attnum > 0 and not a.attisdropped and r."isWhole"`);
  const functions = await rowsOf<{ name: string }>(`
    select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace`);
  const labels = await rowsOf<{ name: string }>(`
    select typname || ' ' || quote_literal(enumlabel) as name from pg_enum join pg_type t on t.oid = enumtypid
    where typnamespace = 'public'::regnamespace`);
  const uniques = await rowsOf<{ name: string }>(`
    select r.name || substring(pg_get_indexdef(i.indexrelid) from ' \\(.*') as name
    from relations r join pg_index i on i.indrelid = r.oid where i.indisunique and r."isWhole"`);
  const checks = await rowsOf<{ definition: string; table: string; columns: string[] }>(`
    select r.name || ' ' || replace(pg_get_constraintdef(o.oid), ' NOT VALID', '') as definition, r.name as table,
      array(select a.attname::text from pg_attribute a where a.attrelid = o.conrelid and a.attnum = any (o.conkey)) as columns
    from relations r join pg_constraint o on o.conrelid = r.oid
    where o.contype in ('c', 'f', 'u', 'x') and r."isWhole"`);
  return {
    tables: new Map(tables.map((table) => [table.name, table])),
    columns: new Map(columns.map((column) => [column.key, column])),
    functions: new Set(functions.map(({ name }) => name)),
    labels: new Set(labels.map(({ name }) => name)),
    uniques: new Set(uniques.map(({ name }) => name)),
    checks: new Map(checks.map(({ definition, ...check }) => [definition, check])),
  };
}
