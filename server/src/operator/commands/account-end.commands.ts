import { Language } from '@boreal/contract/words/language.ts';
import { Option, type Command } from 'commander';
import { closeAccount } from '../../core/commerce/closing/close-account.ts';
import { previewClosing } from '../../core/commerce/closing/preview-closing.ts';
import { exportAccount } from '../../core/commerce/data-export/export-account.ts';
import { eraseAccount } from '../../core/commerce/erasure/erase-account.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { findAccount } from '../../core/money/accounts/accounts.store.ts';
import { notFound } from '../../kit/errors.ts';
import { parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import { plain, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';
import { writeNewFile } from '../write-new-file.ts';

/** What a person may request by law, and the closing of an account. */
export function addAccountEndCommands(account: Command, operate: Operate): void {
  verb(account, 'export <account>', operate(exportAll), {
    description: 'Export all data of an account to a new JSON file, as its owner could. The audit log records it.',
    example: 'acc_01kb3c9q --to acme.json --language fr',
  })
    .requiredOption('--to <file>', 'the file to make; it must not exist yet', parseText)
    .addOption(new Option('--language <language>', 'of its sentences').choices(Language.options).default('en'));

  verb(account, 'close <account>', operate(close), {
    description:
      'Close an account for good, as its owner could: keys, cards and invitations end; credit stays for you to refund. It can still be read.',
    example: 'acc_01kb3c9q --name "Acme Inc." --delete-servers',
  })
    .requiredOption('--name <name>', "the account's name, to be sure", parseText)
    .option('--delete-servers', 'delete its servers with all data and backups; without it, an account with servers stays open');

  verb(account, 'erase <account>', operate(erase), {
    description:
      'Erase the personal data of a closed account for good: names, addresses, tickets, keys, labels. Invoices and the ledger stay for the tax law.',
    example: 'acc_01kb3c9q --confirm acc_01kb3c9q',
  }).requiredOption('--confirm <account>', 'the same id again: there is no way back', parseText);
}

async function exportAll(ctx: Ctx, accountId: string, { to, language }: { to: string; language: Language }): Promise<CommandOutput> {
  if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
  const path = await writeNewFile(to, await exportAccount({ ...ctx, accountId }, { language }));
  return {
    data: { accountId, file: path },
    text: plain(`Wrote all data of ${accountId} to ${path}. Send it in a way that nobody else can read, and then delete it.`),
  };
}

async function close(
  ctx: Ctx,
  accountId: string,
  { name, deleteServers = false }: { name: string; deleteServers?: boolean },
): Promise<CommandOutput> {
  if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
  const as = { ...ctx, accountId };
  const { servers } = await previewClosing(as);
  const deleteServerIds = deleteServers ? servers.map(({ id }) => id) : [];
  const closed = await closeAccount(as, { confirmName: name, deleteServerIds, evenSuspended: true });
  const left =
    closed.credit === 0 ? 'No credit is left.' : `Credit of ${closed.credit} CAD is left: refund what was purchased with a card.`;
  return { data: closed, text: `${accountId} is closed. Servers deleted: ${closed.serversDeleted}. ${left}` };
}

async function erase(ctx: Ctx, accountId: string, { confirm }: { confirm: string }): Promise<CommandOutput> {
  if (confirm !== accountId) throw new OperatorError(`--confirm must be ${accountId}: nothing was erased.`);
  const erased = await eraseAccount(ctx, { accountId });
  const what = erased.changed
    ? `Erased the personal data of ${accountId}. People who can no longer sign in: ${erased.people}. Backups of the database still have it until they are removed.`
    : `${accountId} was erased at ${erased.erasedAt} already. Nothing was changed.`;
  return { data: erased, text: what };
}
