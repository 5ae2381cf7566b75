import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { OutgoingMail } from './mailer.ts';
import { createSmtpMailer, smtpOptions } from './smtp-mailer.ts';
import { startSmtpServer, type TestSmtpServer } from './testing.ts';

const from = { name: 'Boréal', email: 'no-reply@gpu.example.com' };
const mail: OutgoingMail = {
  id: 'mail_1',
  kind: 'low_credit',
  to: { email: 'aurore@demo.example', name: 'Aurore Été' },
  subject: 'Il reste du crédit pour moins d’une heure',
  text: 'Bonjour ! '.repeat(20),
  html: '<p>Bonjour !</p>',
  stopUrl: null,
  at: new Date('2026-12-01T15:00:00Z'),
};

async function open(t: TestContext, server: TestSmtpServer, url = server.url) {
  const mailer = createSmtpMailer({ url, from });
  t.after(async () => {
    await mailer.close();
    await server.close();
  });
  return mailer;
}

test('a mail arrives whole: who, what, when, in text and HTML, and by its own Message-ID each time', async (t) => {
  const server = await startSmtpServer();
  const mailer = await open(t, server);
  assert.deepEqual(await mailer.send(mail), { is: 'sent' });
  assert.deepEqual(await mailer.send(mail), { is: 'sent' });
  const [first, second] = server.taken;
  assert.equal(first?.to, mail.to.email);
  assert.partialDeepStrictEqual(first?.headers, {
    from: 'Boréal <no-reply@gpu.example.com>',
    to: 'Aurore Été <aurore@demo.example>',
    subject: mail.subject,
    'message-id': '<mail_1@gpu.example.com>',
    date: 'Tue, 01 Dec 2026 15:00:00 +0000',
    'auto-submitted': 'auto-generated',
  });
  assert.equal(first?.text.trim(), mail.text.trim());
  assert.equal(first?.html, mail.html);
  assert.equal(second?.headers['message-id'], first?.headers['message-id']);
});

const replies = [
  { at: 'recipient', code: 550, permanent: true },
  { at: 'recipient', code: 451, permanent: false },
  { at: 'data', code: 554, permanent: true },
  { at: 'data', code: 452, permanent: false },
  // Our own address is refused: the mail is not to blame.
  { at: 'sender', code: 550, permanent: false },
] as const;
for (const { at, code, permanent } of replies) {
  test(`a ${code} to the ${at} is ${permanent ? 'final' : 'tried again'}, and the server’s words are kept`, async (t) => {
    const server = await startSmtpServer();
    const mailer = await open(t, server);
    const refusal = { code, text: 'no such luck' };
    if (at === 'recipient') server.refuseRecipient = () => refusal;
    if (at === 'sender') server.refuseSender = () => refusal;
    if (at === 'data') server.onTaken = async () => refusal;
    const answer = await mailer.send(mail);
    assert.partialDeepStrictEqual(answer, { is: 'refused', permanent });
    assert.match(answer.is === 'refused' ? answer.reason : '', new RegExp(`${code}.* no such luck`));
    assert.deepEqual(server.taken, []);
  });
}

test('a server that is not there is tried again', async (t) => {
  const server = await startSmtpServer();
  const mailer = await open(t, server);
  await server.close();
  assert.partialDeepStrictEqual(await mailer.send(mail), { is: 'refused', permanent: false });
});

test('user and password are given to the server, and a wrong password is tried again when it is mended', async (t) => {
  const server = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss:word' ? done(null, { user: username }) : done(new Error('wrong password')),
  });
  const mailer = await open(t, server, `smtp://boreal:p%40ss%3Aword@127.0.0.1:${server.port}`);
  assert.deepEqual(await mailer.send(mail), { is: 'sent' });
  assert.equal(server.taken[0]?.user, 'boreal');
  const wrong = createSmtpMailer({ url: `smtp://boreal:guess@127.0.0.1:${server.port}`, from });
  const refused = await wrong.send(mail);
  await wrong.close();
  assert.partialDeepStrictEqual(refused, { is: 'refused', permanent: false });
  assert.ok(!JSON.stringify(refused).includes('guess'));
});

test('a password leaves this machine encrypted only', () => {
  const asked = (url: string) => {
    const { host, port, secure, requireTLS } = smtpOptions(url);
    return { host, port, secure, requireTLS };
  };
  assert.deepEqual(asked('smtp://u:p@mail.example.com'), { host: 'mail.example.com', port: 587, secure: false, requireTLS: true });
  assert.deepEqual(asked('smtps://u:p@mail.example.com'), { host: 'mail.example.com', port: 465, secure: true, requireTLS: false });
  assert.deepEqual(asked('smtp://relay.internal:25'), { host: 'relay.internal', port: 25, secure: false, requireTLS: false });
  assert.deepEqual(asked('smtp://u:p@[::1]:2525'), { host: '::1', port: 2525, secure: false, requireTLS: false });
});

test('a server elsewhere that offers no encryption is never given the password', async (t) => {
  const offered: string[] = [];
  const server = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => {
      offered.push(username ?? '');
      done(null, { user: username });
    },
  });
  // An address of this machine that is not known to be one.
  const mailer = await open(t, server, `smtp://boreal:secret@0.0.0.0:${server.port}`);
  const refused = await mailer.send(mail);
  assert.partialDeepStrictEqual(refused, { is: 'refused', permanent: false });
  assert.match(refused.is === 'refused' ? refused.reason : '', /ETLS/);
  assert.deepEqual([offered, server.taken], [[], []]);
});

test('a mail that can be stopped says so as RFC 8058 asks, and the address is whole however long', async (t) => {
  const server = await startSmtpServer();
  const mailer = await open(t, server);
  const stopUrl = `https://gpu.example.com/fr/stop-mail?token=${'aB3_-'.repeat(60)}.${'x'.repeat(43)}`;
  assert.deepEqual(await mailer.send({ ...mail, stopUrl }), { is: 'sent' });
  assert.deepEqual(await mailer.send(mail), { is: 'sent' });
  const [first, second] = server.taken;
  assert.equal(first?.headers['list-unsubscribe'], `<${stopUrl}>`);
  assert.equal(first?.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
  assert.equal(second?.headers['list-unsubscribe'], undefined);
});
