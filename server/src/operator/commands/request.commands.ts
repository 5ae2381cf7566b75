import { fromCad } from '@boreal/contract/values/money.ts';
import { deedInWords } from '@boreal/contract/operator/deed-words.ts';
import type { OperatorRequest, OperatorRequestStatus } from '@boreal/contract/operator/requests.ts';
import type { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { OperatorRequestStatus as Status } from '@boreal/contract/operator/requests.ts';
import { Option, type Command } from 'commander';
import { decideRequest } from '../../core/commerce/operator-requests/decide-request.ts';
import { listRequests } from '../../core/commerce/operator-requests/list-requests.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Operate } from '../operate.ts';
import { cad, onePage, plain, when, type Column, type CommandOutput } from '../output.ts';
import { pagedVerb, verb, type ListOptions } from '../verb.ts';

export function addRequestCommands(program: Command, operate: Operate): void {
  const request = program.command('request').description('what needs a second operator: large credits, refunds, prices, raised limits');

  pagedVerb(request, 'list', operate(list), {
    description: 'Show what operators asked for and what became of it, the newest first.',
    example: '--status waiting',
  }).addOption(new Option('--status <status>', 'only these').choices(Status.options));

  verb(request, 'approve <request>', operate(approve), {
    description: 'Approve a request made in the console. Requests made by command are approved in the console only.',
    example: 'crq_01kb3c9q',
  });

  verb(request, 'decline <request>', operate(decline), {
    description: 'Decline a request of an operator. Nothing is done.',
    example: 'crq_01kb3c9q',
  });
}

async function list(ctx: Ctx, options: ListOptions & { status?: OperatorRequestStatus }): Promise<CommandOutput> {
  const page = await listRequests(ctx, { ...options, role: null });
  const data = page.items.map(({ deed, ...rest }) => ({ ...rest, deed: { ...deed } }));
  return onePage(page, data, { columns, none: 'There is no such request.' });
}

const columns: readonly Column<OperatorRequest>[] = [
  { title: 'id', of: ({ id }) => id },
  { title: 'status', of: ({ status }) => status },
  { title: 'what', of: ({ deed }) => nameOf(deed) },
  { title: 'account', of: ({ deed }) => deed.accountId ?? 'everyone' },
  { title: 'asked by', of: ({ askedBy, askedByName }) => (askedBy === null ? `the command (${askedByName ?? ''})` : (askedByName ?? '')) },
  { title: 'asked', of: ({ askedAt }) => when(new Date(askedAt)) },
  { title: 'expires', of: ({ expiresAt }) => when(new Date(expiresAt)) },
  { title: 'decided by', of: ({ decidedByName }) => decidedByName ?? '–' },
];

function nameOf(deed: OperatorDeed): string {
  return deedInWords(deed, { language: 'en', cad: (amount) => `${cad(fromCad(amount))} CAD` });
}

async function approve(ctx: Ctx, requestId: string): Promise<CommandOutput> {
  await decideRequest(ctx, { requestId, decision: 'approved' });
  return { data: { id: requestId, decision: 'approved' }, text: plain(`Approved, and done: ${requestId}`) };
}

async function decline(ctx: Ctx, requestId: string): Promise<CommandOutput> {
  await decideRequest(ctx, { requestId, decision: 'declined' });
  return { data: { id: requestId, decision: 'declined' }, text: plain(`Declined; nothing was done: ${requestId}`) };
}
