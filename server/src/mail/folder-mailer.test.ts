import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { addMs } from '../kit/clock.ts';
import { createFolderMailer } from './folder-mailer.ts';

const from = { name: 'Boreal', email: 'no-reply@boreal.example' };
const mail = {
  id: 'mail_1',
  kind: 'reset_password',
  to: { email: '../aurore@demo.example', name: 'Aurore' },
  subject: 'Choose a new password',
  text: 'http://localhost/reset-password#token',
  html: '<p>token</p>',
  stopUrl: null,
  at: new Date('2026-12-01T15:00:00Z'),
};

test('a mail is written once, to read and to open in a browser, and by its owner only', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'boreal-mail-'));
  t.after(() => rm(home, { recursive: true }));
  const folder = join(home, 'mail');
  const mailer = createFolderMailer({ folder, from });
  for (let time = 0; time < 2; time += 1) assert.deepEqual(await mailer.send(mail), { is: 'sent' });
  const name = 'mail_1-reset_password-.._aurore@demo.example';
  assert.deepEqual((await readdir(folder)).toSorted(), [`${name}.html`, `${name}.txt`]);
  const text = await readFile(join(folder, `${name}.txt`), 'utf8');
  assert.match(text, /^From: Boreal <no-reply@boreal\.example>\nTo: Aurore <\.\.\/aurore@demo\.example>\nSubject: Choose a new password\n/);
  assert.match(text, /\n\nhttp:\/\/localhost\/reset-password#token$/);
  for (const file of await readdir(folder)) assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test('mail to the longest address that there is has a name that a folder can hold', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'boreal-mail-'));
  t.after(() => rm(home, { recursive: true }));
  const email = `${'l'.repeat(64)}@${`${'d'.repeat(60)}.`.repeat(3)}exam`.slice(0, 246) + '.example';
  assert.equal(email.length, 254);
  const mailer = createFolderMailer({ folder: home, from });
  assert.deepEqual(await mailer.send({ ...mail, id: `mail_${'0'.repeat(26)}`, kind: 'email_change_asked', to: { email, name: '' } }), {
    is: 'sent',
  });
  const [, text] = (await readdir(home)).toSorted();
  assert.match(await readFile(join(home, text ?? ''), 'utf8'), new RegExp(`^To: ${email}$`, 'm'));
});

test('old mail is removed, with its page, and nothing else that lies there', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'boreal-mail-'));
  t.after(() => rm(home, { recursive: true }));
  const folder = join(home, 'mail');
  const mailer = createFolderMailer({ folder, from });
  const limit = new Date('2026-09-01T00:00:00Z');
  await mailer.forget?.(limit);
  await mailer.send({ ...mail, id: 'mail_old' });
  await mailer.send({ ...mail, id: 'mail_new' });
  await writeFile(join(folder, 'notes.txt'), 'mine');
  for (const name of await readdir(folder)) {
    const at = name.startsWith('mail_new') ? addMs(limit, 1000) : addMs(limit, -1000);
    await utimes(join(folder, name), at, at);
  }
  await mailer.forget?.(limit);
  const left = (await readdir(folder)).map((name) => name.replace(/-.*\./, '.')).toSorted();
  assert.deepEqual(left, ['mail_new.html', 'mail_new.txt', 'notes.txt']);
});

test('a folder that cannot be written is told, and tried again', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'boreal-mail-'));
  t.after(() => rm(home, { recursive: true }));
  await writeFile(join(home, 'mail'), 'a file');
  const mailer = createFolderMailer({ folder: join(home, 'mail'), from });
  assert.partialDeepStrictEqual(await mailer.send(mail), { is: 'refused', permanent: false });
});
