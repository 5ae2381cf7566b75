import { AuditAction } from '@boreal/contract/account/audit.ts';
import { Option, type Command } from 'commander';
import { listAllNamedAudit } from '../../core/commerce/oversight/list-named-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Operate } from '../operate.ts';
import { onePage, when, type Column, type CommandOutput } from '../output.ts';
import { pagedVerb, type ListOptions } from '../verb.ts';

export function addAuditCommands(program: Command, operate: Operate): void {
  const audit = program.command('audit').description('who changed what, how and from where');

  pagedVerb(audit, 'list', operate(list), {
    description: 'Show what was changed, the newest first.',
    example: '--account acc_01kb3c9q --limit 20',
  })
    .option('--account <account>', 'only changes in this account')
    .option('--target <id>', 'only changes to this server, key, host …')
    .addOption(new Option('--action <action>', 'only this, such as server.deleted').choices(AuditAction.options));
}

type Entry = Awaited<ReturnType<typeof listAllNamedAudit>>['items'][number];

async function list(ctx: Ctx, options: ListOptions & { account?: string; target?: string; action?: AuditAction }): Promise<CommandOutput> {
  const { account, ...filter } = options;
  const page = await listAllNamedAudit(ctx, { ...filter, accountId: account });
  const told = page.items.map((entry) => ({ ...entry, actor: { ...entry.actor } }));
  return onePage(page, told, { columns, none: 'Nothing was written.' });
}

const columns: readonly Column<Entry>[] = [
  { title: 'when', of: (entry) => when(new Date(entry.createdAt)) },
  { title: 'account', of: (entry) => entry.accountId ?? '–' },
  { title: 'who', of: ({ actor }) => [actor.type.replace('_', ' '), actor.name].filter((part) => part !== null).join(' ') },
  { title: 'by', of: (entry) => entry.door },
  { title: 'from', of: (entry) => entry.address ?? '–' },
  { title: 'what', of: (entry) => entry.action },
  { title: 'target', of: (entry) => entry.target ?? '–' },
  { title: 'name', of: (entry) => entry.targetName ?? '–' },
  { title: 'detail', of: (entry) => (Object.keys(entry.detail).length === 0 ? '–' : JSON.stringify(entry.detail)) },
];
