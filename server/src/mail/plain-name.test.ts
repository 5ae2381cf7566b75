import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from './compose.ts';
import { plainName } from './plain-name.ts';
import { testNotices } from './test-notices.ts';

test('a name stays as it is where it is one', () => {
  for (const name of ['Aurore Tremblay', 'Calcul Boréal inc.', 'J. R. R. Tolkien', 'O’Neill & fils', '北極光', 'Team 7'])
    assert.equal(plainName(name), name);
});

const HOSTILE = [
  'You won 1000 CAD! Claim at https://evil.example/x',
  'evil.example',
  'www.evil.example/path?x=1',
  'http:\\\\evil.example',
  'mail prize@evil.example now',
  'javascript:alert(1)',
  'evil。example',
  'evil․example',
  'two\nlines\r\nSubject: more',
  'a\u202eexample.live\u200bevil.example',
  `${'long '.repeat(30)}evil.example`,
];

const SITE = 'https://gpu.site.test';
const EVIL = /evil[.。․]example|www\.evil|@evil|javascript:|[\u200b\u202e]/;

test('nothing in a name is a link, a second line or long, in any mail that somebody gets from us by another’s wish', () => {
  for (const name of HOSTILE) {
    assert.doesNotMatch(plainName(name), /\S[.:/@。․]\S|[\p{C}]/u, name);
    assert.ok([...plainName(name)].length <= 40);
    for (const kind of ['member_invited', 'welcome', 'signed_up_again'] as const) {
      const data = { ...testNotices[kind], ...(kind === 'member_invited' ? { accountName: name, invitedBy: name } : { name }) };
      const occasion = { data, serverId: null, secret: 'token', siteUrl: SITE, accountName: null };
      for (const language of ['en', 'fr'] as const) {
        const { subject, text, html } = compose(kind, occasion, language);
        for (const part of [subject, text, html]) assert.doesNotMatch(part, EVIL, `${kind} ${name}`);
        assert.ok(subject.length < 140, subject);
      }
    }
    for (const what of ['own_role_changed', 'removed_from_account', 'account_left'] as const) {
      const data = { ...testNotices.access_changed, what, name };
      const { subject, text, html } = compose(
        'access_changed',
        { data, serverId: null, secret: null, siteUrl: SITE, accountName: null },
        'en',
      );
      for (const part of [subject, text, html]) assert.doesNotMatch(part, EVIL, `${what} ${name}`);
    }
  }
});
