import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asked } from './rest-cloud.ts';
import { FRENCH, NEVER, type Walk } from './walk.ts';
import { inFrench, refusal, succeeded } from './walk-requests.ts';

/** 404: what is not the caller's does not exist, whatever else is wrong with the request. */
export function hidesWhatIsNotTheCallers(walk: Walk): void {
  if (walk.namesServer) hidesServers(walk);
  const { world, ask } = walk;
  const { missing } = walk.row;
  if (!missing) return;
  test('what is somebody else’s and what never was are 404, all alike', async () => {
    const answers = await Promise.all(missing(world).map((call) => ask(call)));
    for (const answer of answers) refusal(answer, 404, 'NOT_FOUND');
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  });
}

function hidesServers({ world, operation, row, ask }: Walk): void {
  test('a server of somebody else, one that never was and one deleted are 404, all alike, before anything is said of the request', async () => {
    const call = await row.good(world);
    const strange = [
      world.bobsServer,
      NEVER,
      'srv_',
      'x'.repeat(100),
      'x'.repeat(101),
      'x'.repeat(2000),
      '%C3%A9',
      '%00',
      '..%2F',
      "'%20or%201=1",
      '%E0%A4%A0',
    ];
    const gone = row.readsDeleted ? strange : [...strange, world.deleted];
    const bad: Partial<Asked>[] = [
      {},
      ...(operation.isWrite
        ? [{ text: '{' }, { text: '{}', headers: { 'content-type': 'text/plain' } }, { headers: { 'idempotency-key': 'é' } }]
        : []),
    ];
    const answers = await Promise.all(gone.flatMap((id) => bad.map((more) => ask({ ...call, id }, more))));
    for (const answer of answers) refusal(answer, 404, 'NOT_FOUND');
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    for (const { name } of operation.query) refusal(await ask({ id: world.bobsServer, query: { [name]: '' } }), 404, 'NOT_FOUND');
    const [french, english] = [await ask({ ...call, id: NEVER }, { headers: FRENCH }), answers[0]];
    if (english) inFrench(french, english);
  });

  test(row.readsDeleted ? 'a deleted server can still be read' : 'a deleted server is 404', async () => {
    const call = await row.good(world);
    const answer = await ask({ ...call, id: world.deleted });
    if (row.readsDeleted) succeeded(answer, 'deleted today');
    else refusal(answer, 404, 'NOT_FOUND');
  });
}
