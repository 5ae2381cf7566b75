import { toCad } from '@boreal/contract/values/money.ts';
import { CreditKind } from '@boreal/contract/billing/credit-kind.ts';
import { AccountStanding } from '@boreal/contract/operator/operator.ts';
import { Option, type Command } from 'commander';
import { creditAccount } from '../../core/commerce/credit-by-hand/credit-account.ts';
import { debitAccount } from '../../core/commerce/credit-by-hand/debit-account.ts';
import { listAccounts, type AccountListing } from '../../core/money/accounts/list-accounts.ts';
import type { CreditChange } from '../../core/commerce/credit-by-hand/movement-by-hand.ts';
import { tellCreditChange } from '../../core/commerce/credit-by-hand/tell-credit-change.ts';
import { openAccount } from '../../core/money/accounts/open-account.ts';
import { reactivateAccount, suspendAccount } from '../../core/money/accounts/suspend-account.ts';
import { tellAccount, tellSuspension } from '../../core/money/accounts/tell-account.ts';
import { runtimeHours } from '../../core/money/credit/burn-rate.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { addAccountEndCommands } from './account-end.commands.ts';
import { parseAmount, parseKey, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { cad, onePage, plain, when, type Column, type CommandOutput } from '../output.ts';
import { toldAsked } from '../told-asked.ts';
import { pagedVerb, verb, type ListOptions } from '../verb.ts';

export function addAccountCommands(program: Command, operate: Operate): void {
  const account = program.command('account').description('customer accounts and their credit');

  verb(account, 'create', operate(create), { description: 'Open an account with an empty credit.', example: '"Acme Inc."' }).argument(
    '<name>',
    'what the account is called',
    parseText,
  );

  pagedVerb(account, 'list', operate(list), {
    description: 'Show every account with its balance, its servers and what they cost an hour.',
    example: '--limit 50',
  }).addOption(new Option('--standing <standing>', 'only accounts of this standing').choices(AccountStanding.options));

  const credit = verb(account, 'credit <account>', operate(giveCredit), {
    description: 'Credit an account: a correction, a gift, or money that arrived outside Boreal. No tax is charged.',
    example: 'acc_01kb3c9q 25 --reason "Goodwill for the outage of 3 May" --key outage-may-3',
  });
  movement(credit).addOption(
    new Option('--as <kind>', 'what it is; "topup" for money that arrived').choices(CreditKind.options).default('adjustment'),
  );

  const debit = verb(account, 'debit <account>', operate(takeCredit), {
    description: 'Take credit back from an account. It never takes more than there is.',
    example: 'acc_01kb3c9q 10.50 --reason "Credited twice by mistake"',
  });
  movement(debit);

  verb(account, 'suspend <account>', operate(suspend), {
    description:
      'Keep an account from spending and starting anything. It still reads, stops and deletes; hourly servers are hibernated at the end of the hour they have paid.',
    example: 'acc_01kb3c9q --reason "The card was reported stolen"',
  }).requiredOption('--reason <text>', 'why; its people read it in a mail', parseText);

  verb(account, 'reactivate <account>', operate(reactivate), {
    description: 'Lift the suspension of an account. Nothing starts by itself.',
    example: 'acc_01kb3c9q',
  }).alias('resume');

  addAccountEndCommands(account, operate);
}

function movement(command: Command): Command {
  return command
    .argument('<amount>', 'CAD above zero, with up to six decimals', parseAmount)
    .requiredOption('--reason <text>', "why; it stands in the customer's list of transactions", parseText)
    .option('--key <text>', 'a name for this movement: the same key again moves nothing, so a script may run twice', parseKey);
}

interface MovementOptions {
  readonly reason: string;
  readonly key?: string;
}

async function create(ctx: Ctx, name: string): Promise<CommandOutput> {
  const { id } = await openAccount(ctx, { name });
  return { data: { id, name, balance: 0, currency: 'CAD' }, text: `Opened the account "${name}" with an empty credit: ${id}` };
}

async function list(ctx: Ctx, options: ListOptions & { standing?: AccountStanding }): Promise<CommandOutput> {
  const page = await listAccounts(ctx, options);
  return onePage(page, page.items.map(tellAccount), {
    columns,
    none: options.standing === undefined ? 'There is no account yet.' : 'There is no such account.',
  });
}

const columns: readonly Column<AccountListing>[] = [
  { title: 'id', of: (row) => row.id },
  { title: 'name', of: (row) => row.name },
  { title: 'balance cad', right: true, of: (row) => cad(row.balanceMicros) },
  { title: 'servers', right: true, of: (row) => String(row.serverCount) },
  { title: 'cad/hour', right: true, of: (row) => cad(row.burnMicros) },
  { title: 'lasts', right: true, of: (row) => lasts(runtimeHours(row.balanceMicros, row.burnMicros)) },
  { title: 'created', of: (row) => when(row.createdAt) },
  { title: 'suspended', of: (row) => (row.suspendedAt === null ? '' : when(row.suspendedAt)) },
  { title: 'closed', of: (row) => (row.closedAt === null ? '' : when(row.closedAt)) },
];

function lasts(hours: number | null): string {
  return hours === null ? '–' : `${hours} h`;
}

async function giveCredit(
  ctx: Ctx,
  accountId: string,
  amountMicros: bigint,
  options: MovementOptions & { as: CreditKind },
): Promise<CommandOutput> {
  const { reason, key, as } = options;
  const change = await creditAccount(ctx, { accountId, amountMicros, reason, key, as });
  return told({ accountId, amountMicros, key, change }, `Gave ${cad(amountMicros)} CAD to ${accountId} (${as}).`);
}

async function takeCredit(ctx: Ctx, accountId: string, amountMicros: bigint, options: MovementOptions): Promise<CommandOutput> {
  const { reason, key } = options;
  const change = await debitAccount(ctx, { accountId, amountMicros, reason, key });
  return told({ accountId, amountMicros: -amountMicros, key, change }, `Took ${cad(amountMicros)} CAD from ${accountId}.`);
}

async function suspend(ctx: Ctx, accountId: string, { reason }: { reason: string }): Promise<CommandOutput> {
  const done = await suspendAccount(ctx, { accountId, reason });
  const what = done.changed
    ? 'is suspended: it spends and starts nothing. Hourly servers are hibernated at the end of the hour they have paid.'
    : `has been suspended since ${when(done.suspendedAt)} already. Nothing was changed.`;
  return { data: tellSuspension(done), text: `${accountId} ${what}` };
}

async function reactivate(ctx: Ctx, accountId: string): Promise<CommandOutput> {
  const done = await reactivateAccount(ctx, { accountId });
  const what = done.changed ? 'may spend again. Nothing starts by itself.' : 'was not suspended. Nothing was changed.';
  return { data: tellSuspension(done), text: `${accountId} ${what}` };
}

function told(
  done: { accountId: string; amountMicros: bigint; key: string | undefined; change: CreditChange },
  sentence: string,
): CommandOutput {
  const { transactionId, requestId, moved, balanceMicros } = done.change;
  const what = moved ? sentence : requestId !== null ? toldAsked(requestId) : `Nothing moved: the key "${done.key ?? ''}" did this before.`;
  return {
    // A script that credits and debits reads here what it moved, and in which direction.
    data: { ...tellCreditChange(done.accountId, done.change), amount: toCad(moved ? done.amountMicros : 0n) },
    text: plain(`${what} The balance is ${cad(balanceMicros)} CAD.${transactionId === null ? '' : ` Transaction: ${transactionId}`}`),
  };
}
