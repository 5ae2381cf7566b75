import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect, PROOF_PATIENCE, REQUEST_PATIENCE } from './connect.ts';
import { emptyTestDatabase } from './testing.ts';

const empty = await emptyTestDatabase();
after(() => empty.drop());

test('work that takes longer than a request may has a connection of its own', async () => {
  const db = connect({ url: empty.url, patience: { ...REQUEST_PATIENCE, statementMs: 50, silenceMs: 60 } });
  const slow = 'select pg_sleep(0.3)';
  await assert.rejects(db.pool.query(slow));
  const patient = db.again(PROOF_PATIENCE);
  assert.equal((await patient.pool.query(slow)).rowCount, 1);
  await patient.close();
  await assert.rejects(db.pool.query(slow), 'only its own');
  await db.close();
});
