import { TicketStatus, type TicketDetail } from '@boreal/contract/account/support.ts';
import { Option, type Command } from 'commander';
import type { Ctx } from '../../core/ground/ctx.ts';
import { answerTicket } from '../../core/commerce/support/answer-ticket.ts';
import { closeAnyTicket } from '../../core/commerce/support/close-ticket.ts';
import { getAnyTicket } from '../../core/commerce/support/get-ticket.ts';
import { listAllTickets } from '../../core/commerce/support/list-tickets.ts';
import { writeToCustomer } from '../../core/commerce/support/write-to-customer.ts';
import { parseMessage, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { facts, onePage, plain, when, type Column, type CommandOutput } from '../output.ts';
import { pagedVerb, verb, type ListOptions } from '../verb.ts';

export function addTicketCommands(program: Command, operate: Operate): void {
  const ticket = program.command('ticket').description('support tickets');

  pagedVerb(ticket, 'list', operate(list), { description: 'Show tickets, the newest first.', example: '--status waiting_for_operator' })
    .option('--account <account>', 'only tickets of this account')
    .addOption(new Option('--status <status>', 'only tickets of this status').choices(TicketStatus.options));

  verb(ticket, 'show <ticket>', operate(show), { description: 'Show a ticket with all its messages.', example: 'tkt_01kb3c9q' });

  verb(ticket, 'open <account>', operate(open), {
    description: 'Open a ticket with a customer; they get mail and can reply.',
    example: 'acc_01kb3c9q --subject "Maintenance on Friday" --message "Your server moves to another host at 02:00."',
  })
    .requiredOption('--subject <text>', 'what it is about, in a few words', parseText)
    .requiredOption('--message <text>', 'the first message', parseMessage)
    .option('--server <server>', 'the server that it is about');

  verb(ticket, 'answer <ticket>', operate(answer), {
    description: 'Reply to a ticket; its customer gets mail.',
    example: 'tkt_01kb3c9q --message "It is repaired."',
  }).requiredOption('--message <text>', 'the answer', parseMessage);

  verb(ticket, 'close <ticket>', operate(close), {
    description: 'Close a ticket. It opens again when its customer writes.',
    example: 'tkt_01kb3c9q',
  });
}

type Listed = Awaited<ReturnType<typeof listAllTickets>>['items'][number];

async function list(ctx: Ctx, options: ListOptions & { account?: string; status?: TicketStatus }): Promise<CommandOutput> {
  const { account, ...filter } = options;
  const page = await listAllTickets(ctx, { ...filter, accountId: account });
  const told = page.items.map((ticket) => ({ ...ticket }));
  return onePage(page, told, { columns, none: 'There is no such ticket.' });
}

const columns: readonly Column<Listed>[] = [
  { title: 'id', of: (ticket) => ticket.id },
  { title: 'status', of: (ticket) => spoken(ticket.status) },
  { title: 'account', of: (ticket) => ticket.accountName },
  { title: 'subject', of: (ticket) => ticket.subject },
  { title: 'opened', of: (ticket) => when(new Date(ticket.createdAt)) },
  { title: 'last written', of: (ticket) => when(new Date(ticket.updatedAt)) },
];

async function show(ctx: Ctx, ticketId: string): Promise<CommandOutput> {
  const ticket = await getAnyTicket(ctx, { ticketId });
  return { data: { ...ticket, messages: ticket.messages.map((message) => ({ ...message })) }, text: textOf(ticket) };
}

function textOf(ticket: TicketDetail & { accountId: string }): string {
  const head = facts({
    Ticket: ticket.id,
    Subject: ticket.subject,
    Status: spoken(ticket.status),
    Account: ticket.accountId,
    Server: ticket.serverId ?? '–',
    Opened: when(new Date(ticket.createdAt)),
  });
  const messages = ticket.messages.map(({ from, author, message, createdAt }) => {
    const lines = message.split(/\r?\n/).map((line) => `  ${plain(line)}`.trimEnd());
    return [`${when(new Date(createdAt))}  ${from}${author === null ? '' : ` ${plain(author)}`}`, ...lines].join('\n');
  });
  return [head, ...messages].join('\n\n');
}

async function open(ctx: Ctx, accountId: string, options: { subject: string; message: string; server?: string }): Promise<CommandOutput> {
  const { subject, message, server } = options;
  const ticket = await writeToCustomer({ ...ctx, accountId }, { subject, message, serverId: server });
  return { data: { ...ticket }, text: `Wrote to ${accountId}; the account is told by mail. Ticket: ${ticket.id}` };
}

async function answer(ctx: Ctx, ticketId: string, { message }: { message: string }): Promise<CommandOutput> {
  const written = await answerTicket(ctx, { ticketId, message });
  return { data: { ...written, ticketId }, text: `Answered; the customer is told by mail. Ticket: ${ticketId}` };
}

async function close(ctx: Ctx, ticketId: string): Promise<CommandOutput> {
  const ticket = await closeAnyTicket(ctx, { ticketId });
  return { data: { ...ticket }, text: `Closed. Ticket: ${ticketId}` };
}

function spoken(status: TicketStatus): string {
  return status.replaceAll('_', ' ');
}
