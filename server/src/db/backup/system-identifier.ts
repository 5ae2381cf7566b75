import pg from 'pg';

/** Postgres' own identifier of a database, under which its copies and its log are stored. */
export async function readSystemIdentifier(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  // A broken connection shows up in the query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}
