import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NoticeKind, noticesWithLink, RenewalProblem } from '@boreal/contract/account/notices.ts';
import { assertFrench } from '../kit/testing.ts';
import { compose } from './compose.ts';
import { testNotices } from './test-notices.ts';

const SITE = 'https://gpu.example.com';
const TOKEN = 'T0kenOfALink';

const written = (kind: NoticeKind, language: 'en' | 'fr', data: unknown = testNotices[kind]) =>
  compose(kind, { data, serverId: 'srv_1', secret: TOKEN, siteUrl: SITE, accountName: 'Acme & Fils' }, language);

describe('every kind of notice', () => {
  for (const kind of NoticeKind.options) {
    test(`${kind} is told in both languages, as text and as HTML, with a link to what to do`, () => {
      const [en, fr] = [written(kind, 'en'), written(kind, 'fr')];
      for (const { subject, text, html } of [en, fr]) {
        assert.doesNotMatch(`${subject}${text}${html}`, /undefined|NaN|\[object|Invalid Date/);
        const link = /https:\/\/gpu\.example\.com\/[^\s"<]+/.exec(text)?.[0] ?? '';
        assert.notEqual(link, '');
        assert.ok(html.includes(`href="${link.replaceAll('&', '&amp;')}"`), html);
        assert.ok(
          text.split('\n').every((line) => line.length <= 72 || line.includes('https://')),
          text,
        );
      }
      assert.notEqual(en.subject, fr.subject);
      const quoted = /^> .*$/gm;
      assertFrench(`${fr.subject} ${fr.text}`.replaceAll(quoted, '').replaceAll(/https:\S+|No answer by SSH|Acme & Fils/g, ''));
    });
  }

  test('a letter that has a token in its link has it in the part that no server is sent, unless the link must work without a script', () => {
    const kinds = NoticeKind.options.filter((kind) => written(kind, 'en').text.includes(TOKEN));
    assert.deepEqual(kinds.toSorted(), [
      'email_change_asked',
      'email_change_new',
      'incident_update',
      'member_invited',
      'reset_password',
      'stock_back',
      'subscription_asked',
      'verify_email',
    ]);
    // What is back in stock is worth telling also without the link that stops such mails.
    assert.deepEqual(
      kinds.toSorted().filter((kind) => kind !== 'stock_back'),
      [...noticesWithLink],
    );
    const scriptless: readonly string[] = ['incident_update', 'stock_back', 'subscription_asked'];
    for (const kind of kinds) {
      const before = scriptless.includes(kind) ? '/fr/[a-z/-]+\\?token=' : '/[a-z-]+#';
      assert.match(written(kind, 'fr').text, new RegExp(`${SITE}${before}${TOKEN}`));
    }
  });

  test('a mail that can be stopped says where a mail program stops it, and no other does', () => {
    for (const kind of NoticeKind.options) {
      const stops = kind === 'incident_update' || kind === 'stock_back';
      const { stopUrl, text, html } = written(kind, 'fr');
      assert.equal(stopUrl, stops ? `${SITE}/fr/stop-mail?token=${TOKEN}` : null, kind);
      if (stopUrl !== null) assert.ok(text.includes(stopUrl) && html.includes(stopUrl), 'its reader finds it, too');
    }
    // Of a mail whose token is gone, no link that does nothing.
    const late = compose(
      'stock_back',
      { data: testNotices.stock_back, serverId: null, secret: null, siteUrl: SITE, accountName: null },
      'en',
    );
    assert.deepEqual([late.stopUrl, /stop-mail/.test(late.text)], [null, false]);
  });

  test('every sum and time is written as its language writes it', () => {
    assert.match(written('refunded', 'en').text, /\b28\.74\u00a0CAD\b/);
    assert.match(written('order_placed', 'fr').text, /209\u00a0760,00\u00a0CAD/);
    assert.match(written('renewal_due', 'en').text, /December 1, 2026 at 10:00 a\.m\. \(Eastern Time\)/);
    assert.match(written('renewal_due', 'fr').text, /1er décembre 2026 à 10\u00a0h\u00a000 \(heure de l’Est\)/);
  });
});

test('whose server an operator stopped or interrupted reads the reason as it was written', () => {
  const reason = 'Port scans <of> 203.0.113.0/24';
  const halted = { ...testNotices.server_halted, reason };
  for (const language of ['en', 'fr'] as const) {
    for (const action of ['stop', 'hibernate'] as const) {
      const { text, html } = written('server_halted', language, { ...halted, action });
      assert.ok(text.replaceAll(/\s+/g, ' ').includes(reason) && html.includes('Port scans &lt;of&gt; 203.0.113.0/24'), text);
    }
    const preempted = { ...testNotices.preempted, operatorsReason: reason };
    assert.ok(written('preempted', language, preempted).text.replaceAll(/\s+/g, ' ').includes(reason));
    const others = [{ ...preempted, serverName: 'trainer-2' }];
    assert.match(
      written('preempted', language, { ...testNotices.preempted, others }).text.replaceAll(/\s+/g, ' '),
      /trainer-2.*Port scans/,
    );
  }
});

describe('what befell several servers at once', () => {
  const at = (kind: NoticeKind, language: 'en' | 'fr') => {
    const one = testNotices[kind];
    return written(kind, language, {
      ...one,
      others: [
        { ...one, serverName: 'trainer-2' },
        { ...one, serverName: '<b>3</b>' },
      ],
    });
  };
  for (const kind of ['credit_exhausted', 'budget_reached', 'preempted', 'hibernated'] as const) {
    test(`${kind} is one letter that names each of them`, () => {
      for (const language of ['en', 'fr'] as const) {
        const { subject, text, html } = at(kind, language);
        assert.match(subject, /\b3\b/);
        for (const name of ['trainer-1', 'trainer-2', '<b>3</b>']) assert.match(text, new RegExp(`^- ${name}`, 'm'));
        assert.match(html, /<li>trainer-2[^<]*<\/li><li>&lt;b&gt;3&lt;\/b&gt;/);
        if (language === 'fr') assertFrench(`${subject} ${text}`.replaceAll(/https:\S+|Acme & Fils|<b>3<.b>/g, ''));
      }
    });
  }

  test('the server of a cancelled order is not said to be renewable', () => {
    const canceled = { serverName: 'trainer-1', canceled: true };
    for (const [language, word] of [
      ['en', /renew the order/],
      ['fr', /renouvelez la commande/],
    ] as const) {
      assert.doesNotMatch(written('hibernated', language, canceled).text, word);
      assert.match(written('hibernated', language).text.replaceAll('\n', ' '), word);
    }
  });
});

test('who has auto-reload is not asked to add credit by hand', () => {
  const data = { ...testNotices.low_credit, autoReload: true };
  assert.match(written('low_credit', 'en', data).text, /billing\/auto-reload/);
  assert.doesNotMatch(written('low_credit', 'fr', data).text, /add-credits|Ajoutez/);
});

test('no line of a French letter begins with a sign that belongs to the word before', () => {
  for (const kind of NoticeKind.options) {
    const { text, subject } = written(kind, 'fr');
    assert.doesNotMatch(`${subject}\n${text}`.replaceAll(/^> .*$/gm, ''), / [;:?!»]|« /, kind);
  }
});

describe('a term that could not be renewed', () => {
  for (const problem of RenewalProblem.options) {
    test(`for ${problem} is told with its reason, in both languages`, () => {
      const data = { ...testNotices.renewal_failed, problem, totalMicros: null, cardLast4: null, triedAgainAt: null };
      const [en, fr] = [written('renewal_failed', 'en', data), written('renewal_failed', 'fr', data)];
      assert.doesNotMatch(en.text + fr.text, /null|undefined/);
      assertFrench(fr.text.replaceAll(/https:\S+|Acme & Fils/g, ''));
    });
  }
});

test('what a card is charged is told with its taxes, and as that', () => {
  for (const kind of ['order_placed', 'renewal_due', 'renewal_failed', 'receipt'] as const) {
    assert.match(written(kind, 'en').text, /^Total, taxes included: [\d,.]+\u00a0CAD$/m);
    assert.match(written(kind, 'fr').text, /^Total, taxes comprises\u00a0: [\d\u00a0,]+\u00a0CAD$/m);
  }
});

test('a renewal by hand whose price changes before the end says from when on, and what it costs then', () => {
  const later = { totalMicros: '3449250000', from: '2026-12-01T15:00:00.000Z' };
  const data = { ...testNotices.renewal_due, automatic: false, later };
  const [en, fr] = [written('renewal_due', 'en', data), written('renewal_due', 'fr', data)];
  assert.match(en.text.replaceAll(/\s+/g, ' '), /Total from December 1, 2026 at 10:00 a\.m\. \(Eastern Time\) on: 3,449\.25 CAD/);
  assert.match(fr.text.replaceAll(/\s+/g, ' '), /Total à partir du 1er décembre 2026 à 10 h 00 \(heure de l’Est\) : 3 449,25 CAD/);
});

test('a reason of our own is in the language of its reader, one of an operator as it was written', () => {
  assert.match(written('refunded', 'fr').text, /^Motif\u00a0: Le serveur n’a jamais démarré$/m);
  assert.match(written('refunded', 'fr', { ...testNotices.refunded, reason: 'Bought twice' }).text, /^Motif\u00a0: Bought twice$/m);
});

test('what people wrote is shown as they wrote it, and is no HTML', () => {
  const { html, text } = written('ticket_answered', 'en');
  assert.ok(html.includes('&lt;b&gt;Is it me?&lt;/b&gt;') && html.includes('Thank you &amp; good day'));
  assert.ok(text.includes('\n> since this morning the server does not answer. <b>Is it me?</b>\n'));
  const evil = { ...testNotices.credit_exhausted, serverName: '"><script>alert(1)</script>\r\nBcc: all@example.com' };
  const letter = written('credit_exhausted', 'en', evil);
  assert.doesNotMatch(letter.html, /<script/);
  assert.doesNotMatch(letter.subject, /\p{Cc}/u);
});

test('data that is not of its kind is not written into a letter', () => {
  assert.throws(() => written('low_credit', 'en', { hours: 'many' }));
});

test('a mail says why its reader gets it, and fetches nothing from anywhere', () => {
  const inOneLine = written('low_credit', 'en').text.replaceAll('\n', ' ');
  assert.match(inOneLine, /you belong to the account Acme & Fils at gpu\.example\.com/);
  assert.match(written('ticket_opened', 'fr').text, /vous exploitez gpu\.example\.com/);
  assert.match(written('reset_password', 'en').text, /someone gave this address/);
  for (const kind of NoticeKind.options) assert.doesNotMatch(written(kind, 'en').html, /<img|<link|@import|url\(|src=/);
});
