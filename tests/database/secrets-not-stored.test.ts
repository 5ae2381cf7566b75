import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { schemasIn, secretTexts, tellsSecret } from '@boreal/contract/values/secret-text.ts';
import { z } from 'zod';
import type { Database } from '../../server/src/db/connect.ts';
import { endpoints } from '../../server/src/http/endpoints.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { chargesRoutes } from '../../server/src/web/charges.routes.ts';
import { customerEndpoints, operatorEndpoints } from '../../server/src/web/console-tables.ts';
import { personRoutes } from '../../server/src/web/person.routes.ts';
import { openEverySecret } from '../testing/every-secret.ts';

const all = await openEverySecret();
after(() => all.close());

test('after every kind of secret was told or sent, none of them is anywhere in the database', async () => {
  const dump = await dumpOf(all.web.cloud.db);
  for (const [name, secret] of all.secrets) {
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').replace(/=+$/, '')]) {
      const table = dump.find(({ text }) => text.includes(form))?.table;
      assert.equal(table, undefined, `${name} lies in ${table}`);
    }
  }
});

test('who repeats a request whose answer told a secret is told that it was done, and what it made', () => {
  assert.equal(all.repeats.length, 4);
  for (const { what, first, again } of all.repeats) {
    const made = z.object({ data: z.object({ id: z.string().optional() }) }).parse(first.json).data.id ?? null;
    assert.partialDeepStrictEqual(
      { status: again.status, json: again.json },
      { status: 409, json: { error: 'ALREADY_DONE', id: made } },
      what,
    );
  }
});

/** What a field is called when it holds a secret, and what of that name is none: a label's key, a job's name. */
const SECRETIVE = /secret|private|password|token|passphrase|recovery|^key$/i;
const NO_SECRETS = ['getServer key', 'listServerStates key', 'describeServer key', 'listStuckWork key', 'retryJob key'];

test('a field of an answer that is called like a secret is marked as one', () => {
  const console = [...customerEndpoints, ...chargesRoutes(all.web.cloud), ...operatorEndpoints, ...personRoutes];
  const answers = [
    ...[...endpoints, ...console].map(({ name, answer }) => ({ name, answer })),
    ...tools.map(({ name, output }) => ({ name, answer: output })),
  ];
  assert.ok(answers.length > 150);
  const unmarked = answers.flatMap(({ name, answer }) =>
    [...schemasIn(answer)].flatMap((part) =>
      part instanceof z.ZodObject
        ? Object.entries(part.shape)
            .filter(([field, schema]) => SECRETIVE.test(field) && holdsText(schema) && !secretTexts.has(schema))
            .map(([field]) => `${name} ${field}`)
        : [],
    ),
  );
  assert.deepEqual(unmarked, NO_SECRETS, 'mark it with secretText, or name it otherwise');
});

test('a tool that spends tells no secret, for its result is kept with the quote', () => {
  const spending = tools.filter(({ spends }) => spends);
  assert.ok(spending.length > 5);
  assert.deepEqual(
    spending.filter(({ output }) => tellsSecret(output)).map(({ name }) => name),
    [],
  );
});

function holdsText(schema: unknown): boolean {
  return (
    schema instanceof z.ZodType &&
    [...schemasIn(schema)].some((part) => part instanceof z.ZodString || part instanceof z.ZodURL) &&
    !(schema instanceof z.ZodObject)
  );
}

/** Every row of every table, as text. */
async function dumpOf(db: Database): Promise<{ table: string; text: string }[]> {
  const { rows } = await db.pool.query(`
    select format('%I.%I', schemaname, tablename) as "table" from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`);
  const tables = z.array(z.object({ table: z.string() })).parse(rows);
  assert.ok(tables.length > 50);
  const dump: { table: string; text: string }[] = [];
  for (const { table } of tables) {
    const found = await db.pool.query(`select coalesce(string_agg(t::text, E'\\n'), '') as text from ${table} t`);
    dump.push({ table, text: z.object({ text: z.string() }).parse(found.rows[0]).text });
  }
  return dump;
}
