import { Option, type Command } from 'commander';
import type { Ctx } from '../../core/ground/ctx.ts';
import { getMail, listMail, type SeenMail } from '../../core/ground/mail/list-mail.ts';
import { retryMail } from '../../core/ground/mail/retry-mail.ts';
import { tellMail, tellWholeMail } from '../../core/ground/mail/tell-mail.ts';
import type { Operate } from '../operate.ts';
import { facts, onePage, plain, when, type Column, type CommandOutput } from '../output.ts';
import { pagedVerb, verb, type ListOptions } from '../verb.ts';

const statuses = ['waiting', 'sent', 'given_up'] as const;

export function addMailCommands(program: Command, operate: Operate): void {
  const mail = program.command('mail').description('mail to customers and operators: sent, waiting and given up');

  pagedVerb(mail, 'list', operate(list), { description: 'Show mail, the newest first.', example: '--status given_up' })
    .option('--account <account>', 'only what concerns this account')
    .addOption(new Option('--status <status>', 'only mail of this status').choices(statuses));

  verb(mail, 'show <mail>', operate(show), { description: 'Show a mail, and what became of it.', example: 'mail_01kb3c9q' });

  verb(mail, 'retry <mail>', operate(retry), {
    description: 'Retry a mail that waits or was given up. One that was sent is not sent again.',
    example: 'mail_01kb3c9q',
  });
}

async function list(ctx: Ctx, options: ListOptions & { account?: string; status?: (typeof statuses)[number] }): Promise<CommandOutput> {
  const { account, ...filter } = options;
  const page = await listMail(ctx, { ...filter, accountId: account });
  return onePage(page, page.items.map(tellMail), { columns, none: 'There is no such mail.' });
}

const columns: readonly Column<SeenMail>[] = [
  { title: 'id', of: (mail) => mail.id },
  { title: 'created', of: (mail) => when(mail.createdAt) },
  { title: 'kind', of: (mail) => mail.kind },
  { title: 'to', of: (mail) => mail.toEmail },
  { title: 'status', of: (mail) => mail.status.replace('_', ' ') },
  { title: 'tries', right: true, of: (mail) => String(mail.attempts) },
  { title: 'last refusal', of: (mail) => mail.lastError ?? '–' },
];

async function show(ctx: Ctx, mailId: string): Promise<CommandOutput> {
  const mail = await getMail(ctx, { mailId });
  const text = facts({
    Mail: mail.id,
    Kind: mail.kind,
    To: mail.toName === null ? mail.toEmail : `${mail.toName} <${mail.toEmail}>`,
    Language: mail.language,
    Account: mail.accountId ?? '–',
    Server: mail.serverId ?? '–',
    Tells: isForgotten(mail.data) ? 'forgotten: only the last 90 days are kept' : JSON.stringify(mail.data),
    Status: mail.status.replace('_', ' '),
    Tries: String(mail.attempts),
    'Last refusal': mail.lastError ?? '–',
    'Next try': mail.nextTryAt === null ? '–' : `${when(mail.nextTryAt)} real time`,
    Created: when(mail.createdAt),
    Sent: when(mail.sentAt),
  });
  return { data: tellWholeMail(mail), text };
}

/** Every kind of mail tells something. */
function isForgotten(told: unknown): boolean {
  return JSON.stringify(told) === '{}';
}

async function retry(ctx: Ctx, mailId: string): Promise<CommandOutput> {
  await retryMail(ctx, { mailId });
  const { toEmail } = await getMail(ctx, { mailId });
  return { data: { id: mailId }, text: plain(`The mail to ${toEmail} is tried again at once: ${mailId}`) };
}
