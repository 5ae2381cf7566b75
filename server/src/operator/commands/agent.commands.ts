import { agentPermissions, AgentCaps, AgentPermission } from '@boreal/contract/agents/agents.ts';
import { InvalidArgumentError, type Command } from 'commander';
import { findAccount, findKeyOwner } from '../../core/money/accounts/accounts.store.ts';
import { capsOf, permissionsOf } from '../../core/money/agents/agent-key.rules.ts';
import { changeMcpKey } from '../../core/money/agents/change-mcp-key.ts';
import { decideApproval } from '../../core/money/agents/decide-approval.ts';
import { listAgentCalls } from '../../core/money/agents/list-agent-calls.ts';
import { listApprovals } from '../../core/money/agents/list-approvals.ts';
import { listMcpKeys } from '../../core/money/agents/list-mcp-keys.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { notFound } from '../../kit/errors.ts';
import type { Operate } from '../operate.ts';
import { onePage, table, when, wholeList, yesNo, type CommandOutput } from '../output.ts';
import { pagedVerb, verb, type ListOptions } from '../verb.ts';

/** Only an owner makes a key, as with every key; operators can list keys, change their caps and answer approvals. */
export function addAgentCommands(program: Command, operate: Operate): void {
  const agent = program.command('agent').description("customers' MCP keys: permissions, spending and activity of their agents");

  verb(agent, 'keys <account>', operate(keys), {
    description: 'Show the MCP keys of an account with their permissions, caps and spending.',
    example: 'acc_01kb3c9q',
  });

  verb(agent, 'set <key>', operate(set), {
    description: 'Change what a key may do; what is left out stays. Write none to take every permission or a cap away.',
    example: 'key_01kb3c9q --permissions launch,delete --monthly-spend 200 --stop-at-cap yes',
  })
    .option('--permissions <list>', 'of launch, delete, charge, separated by commas; or none', parsePermissions)
    .option('--server-hourly <amount>', 'CAD an hour for one server, or none', parseCap)
    .option('--total-hourly <amount>', 'CAD an hour for all its servers, or none', parseCap)
    .option('--servers <number>', 'servers at a time, or none', parseCap)
    .option('--monthly-spend <amount>', 'CAD of credit in a month, or none', parseCap)
    .option('--per-charge <amount>', 'CAD for one charge of the card, or none', parseCap)
    .option('--monthly-charges <amount>', 'CAD of charges in a month, or none', parseCap)
    .option('--approval-above <amount>', 'CAD from which a person must approve, or none', parseCap)
    .option('--stop-at-cap <yes|no>', 'hibernate its servers at a cap', parseFlag);

  pagedVerb(agent, 'calls <account>', operate(calls), {
    description: 'Show what the agents of an account called, the newest first.',
    example: 'acc_01kb3c9q --limit 50',
  }).option('--key <key>', 'only of this key');

  pagedVerb(agent, 'approvals <account>', operate(approvals), {
    description: 'Show the approvals that agents of an account ask for, the newest first.',
    example: 'acc_01kb3c9q --pending',
  }).option('--pending', 'only what waits');

  for (const [name, decision, does] of [
    ['approve', 'approved', 'Let an agent spend what it asked for, once.'],
    ['refuse', 'refused', 'Answer an agent that it may not spend what it asked for.'],
  ] as const) {
    verb(
      agent,
      `${name} <account> <approval>`,
      operate((ctx: Ctx, accountId: string, approvalId: string) => decide(ctx, { accountId, approvalId, decision })),
      { description: does, example: 'acc_01kb3c9q apr_01kb3c9q' },
    );
  }
}

/** Wrapped, because commander treats null as an omitted option. */
interface Cap {
  readonly value: number | null;
}

interface SetOptions {
  readonly permissions?: AgentPermission[];
  readonly serverHourly?: Cap;
  readonly totalHourly?: Cap;
  readonly servers?: Cap;
  readonly monthlySpend?: Cap;
  readonly perCharge?: Cap;
  readonly monthlyCharges?: Cap;
  readonly approvalAbove?: Cap;
  readonly stopAtCap?: { readonly value: boolean };
}

async function keys(ctx: Ctx, accountId: string): Promise<CommandOutput> {
  await requireAccount(ctx, accountId);
  const rows = await listMcpKeys(ctx, { accountId });
  const cap = (value: number | null) => (value === null ? '–' : String(value));
  const text = table(
    rows,
    [
      { title: 'id', of: (row) => row.id },
      { title: 'name', of: (row) => row.name },
      { title: 'may', of: (row) => (row.readOnly ? 'read only' : ['read', ...row.permissions].join(' ')) },
      { title: 'spent', right: true, of: (row) => `${row.spend.spentThisMonth} of ${cap(row.caps.monthlySpend)}` },
      { title: 'charged', right: true, of: (row) => `${row.spend.chargedThisMonth} of ${cap(row.caps.monthlyCharges)}` },
      { title: 'servers', right: true, of: (row) => `${row.spend.serversNow} of ${cap(row.caps.servers)}` },
      { title: 'hourly', right: true, of: (row) => `${row.spend.hourlyNow} of ${cap(row.caps.totalHourly)}` },
      { title: 'stops', of: (row) => yesNo(row.stopAtCap) },
    ],
    'The account has no MCP key that works.',
  );
  return wholeList(rows, text);
}

async function set(ctx: Ctx, keyId: string, options: SetOptions): Promise<CommandOutput> {
  const owner = await findKeyOwner(ctx.db.sql, keyId);
  if (!owner) throw notFound('key');
  const { permissions, approvalAbove, stopAtCap } = options;
  const caps = cappedIn(options);
  AgentCaps.parse(caps);
  const after = await changeMcpKey(ctx, {
    accountId: owner.accountId,
    keyId,
    caps,
    ...(permissions && { permissions }),
    ...(approvalAbove && { approvalAbove: approvalAbove.value }),
    ...(stopAtCap && { stopAtCap: stopAtCap.value }),
  });
  const may = permissionsOf(after);
  return {
    data: { id: keyId, accountId: owner.accountId, permissions: may, caps: { ...capsOf(after) } },
    text: `The key "${owner.name}" may now read${may.map((one) => `, ${one}`).join('')}. Key: ${keyId}`,
  };
}

/** Changes the given caps; the others keep their values, even if someone changes them at the same moment. */
function cappedIn({ serverHourly, totalHourly, servers, monthlySpend, perCharge, monthlyCharges }: SetOptions): Partial<AgentCaps> {
  return {
    ...(serverHourly && { serverHourly: serverHourly.value }),
    ...(totalHourly && { totalHourly: totalHourly.value }),
    ...(servers && { servers: servers.value }),
    ...(monthlySpend && { monthlySpend: monthlySpend.value }),
    ...(perCharge && { perCharge: perCharge.value }),
    ...(monthlyCharges && { monthlyCharges: monthlyCharges.value }),
  };
}

async function calls(ctx: Ctx, accountId: string, options: ListOptions & { key?: string }): Promise<CommandOutput> {
  await requireAccount(ctx, accountId);
  const page = await listAgentCalls(ctx, { accountId, keyId: options.key, limit: options.limit, cursor: options.cursor });
  return onePage(page, page.items.map(plainArguments), {
    columns: [
      { title: 'when', of: (row) => when(new Date(row.createdAt)) },
      { title: 'key', of: (row) => row.key.name },
      { title: 'tool', of: (row) => row.tool },
      { title: 'outcome', of: (row) => row.outcome },
      { title: 'CAD', right: true, of: (row) => String(row.spent) },
      { title: 'ms', right: true, of: (row) => String(row.durationMs) },
      { title: 'client', of: (row) => row.client ?? '–' },
    ],
    none: 'No agent has called anything.',
  });
}

async function approvals(ctx: Ctx, accountId: string, options: ListOptions & { pending?: boolean }): Promise<CommandOutput> {
  await requireAccount(ctx, accountId);
  const page = await listApprovals(ctx, {
    accountId,
    pending: options.pending,
    limit: options.limit,
    cursor: options.cursor,
  });
  return onePage(page, page.items.map(plainArguments), {
    columns: [
      { title: 'id', of: (row) => row.id },
      { title: 'status', of: (row) => row.status },
      { title: 'key', of: (row) => row.key.name },
      { title: 'tool', of: (row) => row.tool },
      { title: 'now', right: true, of: (row) => String(row.charge) },
      { title: 'hourly', right: true, of: (row) => String(row.hourly) },
      { title: 'until', of: (row) => when(new Date(row.expiresAt)) },
      { title: 'decided by', of: (row) => row.decidedBy ?? '–' },
    ],
    none: 'No agent asks for anything.',
  });
}

/** A call's arguments as text: they may be anything. */
function plainArguments<T extends { arguments: unknown }>({ arguments: given, ...row }: T) {
  return { ...row, arguments: JSON.stringify(given) };
}

async function decide(
  ctx: Ctx,
  input: { accountId: string; approvalId: string; decision: 'approved' | 'refused' },
): Promise<CommandOutput> {
  await decideApproval(ctx, input);
  const next = input.decision === 'approved' ? 'The agent may confirm it within a day.' : 'Nothing is spent.';
  return { data: { id: input.approvalId, status: input.decision }, text: `${input.approvalId} is ${input.decision}. ${next}` };
}

async function requireAccount(ctx: Ctx, accountId: string): Promise<void> {
  if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
}

function parsePermissions(text: string): AgentPermission[] {
  const parsed = AgentPermission.array().safeParse(text === 'none' ? [] : text.split(','));
  if (!parsed.success) throw new InvalidArgumentError(`Write ${agentPermissions.join(', ')} separated by commas, or none.`);
  return parsed.data;
}

function parseCap(text: string): Cap {
  if (text !== 'none' && !/^\d{1,6}(?:\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError('Write a number such as 200 or 3.99, or none.');
  return { value: text === 'none' ? null : Number(text) };
}

function parseFlag(text: string): { value: boolean } {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Write yes or no.');
  return { value: text === 'yes' };
}
