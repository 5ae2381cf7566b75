import type { Command } from 'commander';
import { verifyLedger, type LedgerCheck } from '../core/billing/ledger/verify-ledger.ts';
import type { Ctx } from '../core/ctx.ts';
import type { Operate } from './operate.ts';
import { table, type Answer, type Column } from './output.ts';
import { verb } from './verb.ts';

export function addLedgerCommands(program: Command, operate: Operate): void {
  const ledger = program.command('ledger').description('the money');

  verb(ledger, 'verify', {
    description: 'Prove from its rows that no money was lost or made. Ends with 1 when something is broken; it changes nothing.',
    example: '',
  }).action(operate(verify));
}

async function verify(ctx: Ctx): Promise<Answer> {
  const checks = await verifyLedger(ctx.db.sql);
  const broken = checks.filter((check) => check.broken.length > 0);
  const data = { ok: broken.length === 0, checks: checks.map((check) => ({ ...check })) };
  const text = table(checks, columns, 'Nothing was checked.');
  if (broken.length === 0) return { data, text: `${text}\n\nEvery check holds.` };
  const told = broken.map((check) => `Not true: ${check.name}. See: ${check.broken.join(', ')}`).join('\n');
  return { data, text, failure: `${told}\nThe ledger is broken. Change nothing by hand; keep a copy of the database and find out why.` };
}

const columns: readonly Column<LedgerCheck>[] = [
  { title: 'result', of: (check) => (check.broken.length === 0 ? 'holds' : 'BROKEN') },
  { title: 'rows', right: true, of: (check) => String(check.checked) },
  { title: 'check', of: (check) => check.name },
];
