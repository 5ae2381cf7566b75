import pg from 'pg';

/** Postgres' own name of a database, which its copies and its log are stored under. */
export async function readSystemIdentifier(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks shows in the query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}
