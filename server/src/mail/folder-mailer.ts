import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageId, type Handover, type Mailer, type OutgoingMail } from './mailer.ts';
import type { Sender } from './sender.ts';

/**
 * Writes mail into a folder instead of sending it, as text and as HTML: for a demo, whose addresses belong to nobody. Its links work, so
 * only the folder's owner may read it.
 */
export function createFolderMailer(options: { folder: string; from: Sender }): Mailer {
  const { folder, from } = options;
  return {
    name: 'folder',
    send: async (mail) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await keep(join(folder, `${nameOf(mail)}.html`), mail.html);
        await keep(join(folder, `${nameOf(mail)}.txt`), textOf(mail, from));
        return { is: 'sent' };
      } catch (error) {
        return refused(error);
      }
    },
    forget: (before) => removeFiles(folder, before),
    close: async () => undefined,
  };
}

/** A file's name has at most 255 characters, and an address may have 254. */
const ADDRESS_SHOWN_MAX = 100;

/** Ids sort by age, and so does a listing of the folder. Repeating the same mail replaces the first. */
function nameOf(mail: OutgoingMail): string {
  const to = mail.to.email.replaceAll(/[^A-Za-z0-9@._-]/g, '_').slice(0, ADDRESS_SHOWN_MAX);
  return `${mail.id}-${mail.kind}-${to}`;
}

async function keep(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, path);
}

function textOf(mail: OutgoingMail, from: Sender): string {
  const box = (name: string, email: string) => (name === '' ? email : `${name} <${email}>`);
  return [
    `From: ${box(from.name, from.email)}`,
    `To: ${box(mail.to.name ?? '', mail.to.email)}`,
    `Subject: ${mail.subject}`,
    `Date: ${mail.at.toISOString()}`,
    `Message-ID: ${messageId(mail, from)}`,
    ...(mail.stopUrl === null ? [] : [`List-Unsubscribe: <${mail.stopUrl}>`]),
    '',
    mail.text,
  ].join('\n');
}

/** The names of files that `send` writes: any other file in the folder belongs to someone else. */
const OURS = /^mail_[0-9a-z]+-[a-z_]+-.+\.(?:html|txt)$/;

async function removeFiles(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => OURS.test(name)).map((name) => join(folder, name))) {
    const { mtime } = await stat(path);
    if (mtime < before) await rm(path, { force: true });
  }
}

/** A full or closed folder is not a permanent failure. */
function refused(error: unknown): Handover {
  return { is: 'refused', permanent: false, reason: error instanceof Error ? error.message : String(error) };
}
