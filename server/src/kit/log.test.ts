import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

function logged(err: unknown): { line: string; err: unknown } {
  const lines: string[] = [];
  createLog('error', { write: (line) => void lines.push(line) }).error({ err, job: 'x' }, 'it failed');
  const [line = ''] = lines;
  return { line, err: JSON.parse(line).err };
}

test('an error is logged with its causes, and without what the query was given', () => {
  const refused = Object.assign(new RangeError('duplicate key'), { code: '23505', detail: 'Key (email)=(secret)', parameters: ['secret'] });
  const failed = Object.assign(new Error('the insert failed', { cause: refused }), {
    node: { kind: 'InsertQueryNode', values: ['secret'] },
  });
  const { line, err } = logged(failed);
  assert.deepEqual(err, {
    type: 'Error',
    message: 'the insert failed',
    stack: failed.stack,
    cause: { type: 'RangeError', message: 'duplicate key', code: '23505', stack: refused.stack },
  });
  assert.ok(!line.includes('secret'));
});

test('causes that go round in a circle, and what is no error, are logged all the same', () => {
  const circle = new Error('round');
  circle.cause = circle;
  assert.equal(logged(circle).line.match(/"type"/g)?.length, 6);
  assert.deepEqual(logged('just words').err, { type: 'string', message: 'just words' });
  assert.deepEqual(logged({ token: 'secret' }).err, { type: 'object', message: '[object Object]' });
});

test('what is called like a secret is never written, wherever it stands', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) }, () => ({ token: 'not-this' }));
  const secrets = {
    authorization: 'not-this',
    'Set-Cookie': ['not-this'],
    key: 'not-this',
    client_secret: 'not-this',
    totpURI: { is: 'not-this' },
  };
  log.info(secrets, 'at the top');
  log.info({ google: secrets }, 'one below');
  log.info({ asked: [{ of: { headers: secrets } }] }, 'far below');
  log.info({ failed: Object.assign(new Error('no'), { detail: 'not-this', ...secrets }) }, 'at an error that is not called err');
  assert.equal(lines.length, 4);
  for (const line of lines) assert.ok(!line.includes('not-this'), line);
});

test('what is no secret is written as it is, however it is put together', () => {
  const lines: string[] = [];
  const same = { keyId: 'key_1', hasPassword: true, token: null };
  const line = { at: new Date(0), seen: [same, same], none: undefined, bytes: 3, Names: ['a'] };
  createLog('info', { write: (text) => void lines.push(text) }).info(line, 'done');
  assert.partialDeepStrictEqual(JSON.parse(lines[0] ?? ''), { ...JSON.parse(JSON.stringify(line)), msg: 'done' });
  const circle: Record<string, unknown> = { password: 'not-this' };
  circle['self'] = circle;
  createLog('info', { write: (text) => void lines.push(text) }).info({ circle }, 'round');
  assert.ok(lines[1]?.includes('round') && !lines[1].includes('not-this'), lines[1]);
});
