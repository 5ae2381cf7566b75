import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { readLink, signLink } from './signed-link.ts';
import { useLink } from './use-link.ts';

const cloud = await startCloud({ hosts: {} });
after(() => cloud.close());

const now = cloud.clock.now();
const make = () =>
  cloud.ctx.transact((tx) => signLink(tx, { content: { for: 'a test' }, expiresAt: addMs(now, MINUTE_MS), now: cloud.clock.now() }));
const read = (token: string, at = now) => readLink(cloud.db.sql, { token, now: at });

/** Other texts that programs decode to the same bytes. */
function spellingsOf(token: string): string[] {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = digits.indexOf(token.at(-1) ?? '');
  const loose = [1, 2, 3].map((bits) => token.slice(0, -1) + digits[last - (last % 4) + ((last + bits) % 4)]);
  const [body = '', sign = ''] = token.split('.');
  const other = `${body}.${sign.replaceAll('-', '+').replaceAll('_', '/')}`;
  return [...loose, `${token}=`, `${token} `, `${token}!`, `${body}.=${sign}`, ...(other === token ? [] : [other])];
}

test('a link that opens once has one spelling: after its use nobody opens it by another', async () => {
  const token = await make();
  assert.deepEqual(await read(token), { for: 'a test' });
  assert.equal(await useLink(cloud.ctx, token), true);
  assert.equal(await useLink(cloud.ctx, token), false);
  for (const other of spellingsOf(token)) {
    assert.notEqual(other, token);
    assert.equal(await read(other), null, other);
  }
});

test('a link that was altered, is too old, or was made with another secret opens nothing', async () => {
  const token = await make();
  const [body = '', sign = ''] = token.split('.');
  for (const forged of ['', '.', body, `${body}.`, `.${sign}`, `${token}.x`, `x${token}`, `${body}.${sign.toUpperCase()}`, `${body}.é`]) {
    assert.equal(await read(forged), null, forged);
  }
  assert.equal(await read(token, addMs(now, MINUTE_MS)), null);
});
