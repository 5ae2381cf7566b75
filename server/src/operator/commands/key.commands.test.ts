import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createKey } from '../../core/ground/keys/create-key.ts';
import { writeKey } from '../../core/ground/keys/write-key.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('keys of both kinds are listed without their text, and one that is revoked stops working at once', async () => {
  const { ctx } = await cloud.customer('0');
  const { accountId } = ctx;
  const rest = await createKey(ctx, { accountId, access: 'full', name: 'ci' });
  const mcp = await ctx.transact((tx) => writeKey(tx, ctx, { accountId, kind: 'mcp', access: 'read_only', name: 'agent' }));
  const listed = await cloud.run('key', 'list', accountId);
  assert.match(listed.out, new RegExp(`\n${rest.id} +rest +full +ci +${rest.prefix} `));
  assert.match(listed.out, new RegExp(`\n${mcp.id} +mcp +read only +agent `));
  assert.ok(!listed.out.includes(rest.text));

  const revoked = await cloud.run('key', 'revoke', rest.id);
  assert.equal(revoked.out, `Revoked the key "ci" of ${accountId}; it stops working at once. Key: ${rest.id}\n`);
  assert.match(
    (await cloud.attempt('key', 'revoke', rest.id)).out,
    /^The key "ci" of acc_\w+ was revoked before, at .*; nothing changed\./,
  );
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('key', 'list', accountId, '--json')), { items: [{ id: mcp.id, kind: 'mcp' }] });
});

test('a key or an account that does not exist is said so', async () => {
  assert.match(
    (await cloud.attempt('key', 'revoke', 'key_none')).err,
    /^There is no such key\. Look for its id with: npm run operator -- key list ACCOUNT\n/,
  );
  assert.match((await cloud.attempt('key', 'list', 'acc_none')).err, /^There is no such account\./);
  assert.equal((await cloud.attempt('key', 'create', 'acc_none')).code, 2);
});
