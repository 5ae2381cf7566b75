import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { addressNotices } from '../core/ground/mail/address-notices.ts';
import { deliverMail } from '../core/ground/mail/deliver-mail.ts';
import { signLink } from '../core/ground/links/signed-link.ts';
import { signStopLink } from '../core/ground/links/stop-link.ts';
import { DAY_MS, HOUR_MS } from '../kit/clock.ts';
import type { Mailer, OutgoingMail } from '../mail/mailer.ts';
import { openTestSite, SITE_URL, type TestPage } from './testing.ts';

const site = await openTestSite();
after(async () => {
  await site.close();
  assert.deepEqual(site.bugs, []);
});
const { db, ctx } = site.cloud;

const sent: OutgoingMail[] = [];
const mailer = {
  name: 'folder',
  send: async (mail: OutgoingMail) => {
    sent.push(mail);
    return { is: 'sent' };
  },
  close: async () => undefined,
} as const satisfies Mailer;
async function mailsTo(email: string): Promise<OutgoingMail[]> {
  await addressNotices(ctx);
  await deliverMail(ctx, { mailer, siteUrl: SITE_URL });
  return sent.filter(({ to }) => to.email === email);
}

let networks = 0;
const network = () => `198.51.${100 + Math.floor((networks += 1) / 250)}.${(networks % 250) + 1}`;
/** As a browser without a script sends a form. */
async function post(path: string, form: Record<string, string> = {}, more: Record<string, string | undefined> = {}): Promise<TestPage> {
  const { ip = network(), ...headers } = more;
  const answer = await site.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: ip,
    headers: { accept: 'text/html', origin: SITE_URL, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
}
const ask = (email: string, more: { ip?: string; path?: string } = {}) => {
  const { path = '/status/subscribe', ...rest } = more;
  return post(path, { email }, rest);
};
const subscribed = async () => await db.sql.selectFrom('subscribers').select(['email', 'language']).orderBy('email').execute();
const pathIn = (mail: OutgoingMail | undefined) => {
  const url = new URL(/http\S+token=\S+/.exec(mail?.text ?? '')?.[0] ?? assert.fail('the mail has no link'));
  return `${url.pathname}${url.search}`;
};
const stopToken = (subscriberId: string) =>
  ctx.transact((tx) => signStopLink(tx, { ...ctx, clock: { ...ctx.clock, wall: site.wall } }, { for: 'stop incident mail', subscriberId }));
async function subscribe(email: string): Promise<string> {
  await ask(email);
  assert.equal((await post(pathIn((await mailsTo(email)).at(-1)))).status, 200);
  return (await db.sql.selectFrom('subscribers').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

beforeEach(async () => {
  for (const table of ['subscribers', 'subscriptionRequests', 'usedLinks', 'mailDeliveries', 'notices'] as const)
    await db.sql.deleteFrom(table).execute();
  sent.length = 0;
});

describe('a visitor without an account and without a script', () => {
  test('subscribes on the status page, in their language, by the button that the mailed link leads to', async () => {
    const page = (await site.get('/fr/status')).text;
    assert.match(page, /<form[^>]*method="post" action="\/fr\/status\/subscribe"/);
    assert.doesNotMatch(/<div data-refresh[^]*?<\/form>/.exec(page)?.[0].split('</div>\n')[0] ?? '', /name="email"/);
    const asked = await ask(' Ann@Example.com ', { path: '/fr/status/subscribe' });
    assert.equal(asked.status, 200);
    assert.match(asked.text, /ann@example\.com/);
    assert.deepEqual(await subscribed(), [], 'whoever wrote the address has confirmed nothing');
    const [mail, ...more] = await mailsTo('ann@example.com');
    assert.equal(more.length, 0);
    const link = pathIn(mail);
    assert.match(link, /^\/fr\/status\/confirm\?/);
    for (let n = 0; n < 2; n += 1) assert.match((await site.get(link)).text, /<form method="post"[^]*<button/);
    assert.deepEqual(await subscribed(), [], 'a program that opens links confirms nothing');
    const confirmed = await post(link);
    assert.equal(confirmed.status, 200);
    assert.match(confirmed.text, /L’abonnement est confirmé/);
    assert.equal(confirmed.headers['cache-control'], 'no-store');
    assert.deepEqual(await subscribed(), [{ email: 'ann@example.com', language: 'fr' }]);
  });

  test('unsubscribes by the button that every mail leads to', async () => {
    const id = await subscribe('ann@example.com');
    const link = `/stop-mail?token=${await stopToken(id)}`;
    for (const method of ['GET', 'HEAD'] as const) await site.app.inject({ method, url: link });
    assert.equal((await subscribed()).length, 1, 'a program that opens links stops nothing');
    assert.match((await site.get(link)).text, /<button type="submit" class="button">Unsubscribe/);
    assert.match((await post(link)).text, /You are unsubscribed/);
    assert.deepEqual(await subscribed(), []);
    assert.match((await post(link)).text, /You are unsubscribed/, 'as often as they like');
  });

  test('who writes something that is no address is told so, beside the field', async () => {
    const answer = await ask('<b>nobody</b>');
    assert.equal(answer.status, 400);
    assert.match(answer.text, /not an email address[^]*value="&lt;b&gt;nobody&lt;\/b&gt;"[^]*aria-invalid="true"/);
  });
});

test('a mail program unsubscribes by one POST, from nowhere, with whatever body its maker chose (RFC 8058)', async () => {
  const bodies = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'],
    [undefined, undefined],
  ] as const;
  for (const [index, [type, payload]] of bodies.entries()) {
    const id = await subscribe(`reader-${index}@example.com`);
    const answer = await site.app.inject({
      method: 'POST',
      url: `/stop-mail?token=${await stopToken(id)}`,
      ...(payload !== undefined && { payload, headers: { 'content-type': type } }),
    });
    assert.equal(answer.statusCode, 200, answer.payload);
    assert.deepEqual(await subscribed(), []);
  }
});

describe('nobody learns whether an address is subscribed', () => {
  test('from the answer to asking, which is the same letter by letter, also when nothing is mailed', async () => {
    await subscribe('ann@example.com');
    const answers: string[] = [];
    for (const email of ['ann@example.com', 'bea@example.com', 'bea@example.com', 'bea@example.com']) {
      const { status, text } = await ask(email);
      answers.push(`${status} ${text.replaceAll(email, 'X')}`);
    }
    assert.equal(new Set(answers).size, 1);
  });

  test('from the answer to a link that stops', async () => {
    const id = await subscribe('ann@example.com');
    const [there, gone] = [await stopToken(id), await stopToken('sub_never')];
    assert.equal((await post(`/stop-mail?token=${there}`)).text, (await post(`/stop-mail?token=${gone}`)).text);
  });
});

describe('an address that somebody wants to drown', () => {
  test('gets one link in four hours and three in a week, from however many networks', async () => {
    const victim = 'victim@example.com';
    await Promise.all(Array.from({ length: 20 }, () => ask(victim)));
    assert.equal((await mailsTo(victim)).length, 1);
    for (let n = 0; n < 10; n += 1) {
      site.wait(4 * HOUR_MS);
      site.cloud.clock.advance(4 * HOUR_MS);
      await ask(victim);
    }
    assert.equal((await mailsTo(victim)).length, 3);
    site.cloud.clock.advance(7 * DAY_MS);
    site.wait(7 * DAY_MS);
    await ask(victim);
    assert.equal((await mailsTo(victim)).length, 4, 'its reader may want it after all');
  });

  test('one network asks twenty times a day, and is told when to ask again', async () => {
    const ip = network();
    const statuses: number[] = [];
    for (let n = 0; n < 22; n += 1) {
      const { status, headers } = await ask(`many-${n}@example.com`, { ip });
      statuses.push(status);
      if (status === 429) assert.ok(Number(headers['retry-after']) > 0);
      site.wait(60_000);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 200), 429, 429]);
    assert.equal((await ask('other@example.com')).status, 200, 'others may');
    site.wait(DAY_MS);
    assert.equal((await ask('later@example.com', { ip })).status, 200);
  });

  test('all networks together ask so often an hour, and no more', async () => {
    const at = site.wall();
    const rows = Array.from({ length: 500 }, (_, n) => ({ network: Buffer.from(`net-${n}`), at }));
    await db.sql.insertInto('subscriptionRequests').values(rows).execute();
    assert.equal((await ask('ann@example.com')).status, 429);
    site.wait(HOUR_MS);
    assert.equal((await ask('ann@example.com')).status, 200);
  });

  test('no address of a network is stored', async () => {
    const ip = network();
    await ask('ann@example.com', { ip });
    const { rows } = await db.pool.query<{ text: string }>("select encode(network, 'escape') as text from subscription_requests");
    assert.ok(rows.length === 1 && rows.every(({ text }) => !text.includes(ip)));
  });
});

describe('a link', () => {
  test('that confirms is used once: whoever unsubscribes is not brought back by an old mail', async () => {
    await ask('ann@example.com');
    const link = pathIn((await mailsTo('ann@example.com'))[0]);
    assert.equal((await post(link)).status, 200);
    assert.equal((await post(link)).status, 200, 'pressed twice');
    const { id } = await db.sql.selectFrom('subscribers').select('id').executeTakeFirstOrThrow();
    await post(`/stop-mail?token=${await stopToken(id)}`);
    const again = await post(link);
    assert.equal(again.status, 400);
    assert.match(again.text, /has been used already/);
    assert.deepEqual(await subscribed(), []);
  });

  test('pressed by two at once subscribes once', async () => {
    await ask('ann@example.com');
    const link = pathIn((await mailsTo('ann@example.com'))[0]);
    const both = await Promise.all([post(link), post(link)]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await subscribed()).length, 1);
  });

  test('that is late, cut, forged or for something else does nothing, and says where to go', async () => {
    await ask('ann@example.com');
    const confirm = pathIn((await mailsTo('ann@example.com'))[0]);
    const token = new URLSearchParams(confirm.split('?')[1]).get('token') ?? '';
    const id = await subscribe('bea@example.com');
    const stop = await stopToken(id);
    const content = { for: 'subscribe to incidents', email: 'eve@example.com', language: 'xx' };
    const odd = await ctx.transact((tx) => signLink(tx, { content, expiresAt: new Date('2100-01-01'), now: site.wall() }));
    for (const bad of ['', 'x', `${token}x`, token.slice(3), odd]) {
      for (const path of ['/status/confirm', '/stop-mail']) {
        for (const answer of [await site.get(`${path}?token=${bad}`), await post(`${path}?token=${bad}`)]) {
          assert.equal(answer.status, 400);
          assert.match(answer.text, /href="\/status#mail"/);
        }
      }
    }
    assert.equal((await post(`/status/confirm?token=${stop}`)).status, 400);
    assert.equal((await post(`/stop-mail?token=${token}`)).status, 400);
    site.wait(DAY_MS + 1);
    assert.equal((await post(confirm)).status, 400);
    site.wait(700 * DAY_MS);
    assert.equal((await post(`/stop-mail?token=${stop}`)).status, 200, 'people stop mail that they find in old folders');
    assert.deepEqual(await subscribed(), []);
  });
});

test('no other site can make a browser subscribe or confirm', async () => {
  const email = { email: 'ann@example.com' };
  for (const path of ['/status/subscribe', '/status/confirm?token=x']) {
    assert.equal((await post(path, email, { origin: 'https://evil.example' })).status, 403, path);
  }
  assert.deepEqual(await mailsTo('ann@example.com'), []);
});
