import type { Command } from 'commander';
import { adviceOn } from '@boreal/contract/billing/ledger-checks.ts';
import { verifyLedger, type LedgerCheck } from '../../core/money/verification/verify-ledger.ts';
import { keepProof } from '../../core/money/verification/prove-ledger.ts';
import { readMark } from '../../core/money/verification/owed.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import type { Operate } from '../operate.ts';
import { table, when, type CommandOutput, type Column } from '../output.ts';
import { verb } from '../verb.ts';

const LATE_MS = 10 * MINUTE_MS;

export function addLedgerCommands(program: Command, operate: Operate): void {
  const ledger = program.command('ledger').description('the ledger of all money');

  verb(ledger, 'verify', operate(verify), {
    description:
      'Prove from its rows that no money was lost or made. Ends with 1 when something is broken; it moves none, and monitoring tells what it found.',
    example: '',
  });
}

async function verify(ctx: Ctx): Promise<CommandOutput> {
  const checks = await verifyLedger(ctx.db.sql);
  await keepProof(ctx, checks);
  const broken = checks.filter((check) => check.broken.length > 0);
  const data = { ok: broken.length === 0, checks: checks.map((check) => ({ ...check })) };
  const text = table(checks, columns, 'Nothing was checked.') + (await meterNote(ctx));
  if (broken.length === 0) return { data, text: `${text}\n\nEvery check holds.` };
  const told = broken
    .map(({ name, broken: rows }) => [`Not true: ${name}. See: ${rows.join(', ')}`, adviceOn(name)?.en].filter(Boolean).join('\n'))
    .join('\n');
  return { data, text, failure: `${told}\nThe ledger is broken. Change nothing by hand; keep a copy of the database and find out why.` };
}

/** The meter bills every minute; what began since its last run is not checked. */
async function meterNote(ctx: Ctx): Promise<string> {
  const mark = await readMark(ctx.db.sql);
  if (mark === null || ctx.clock.now().getTime() - mark.getTime() <= LATE_MS * Math.max(1, ctx.clock.scale)) return '';
  return `\n\nThe meter has billed up to ${when(mark)}. Hours that began later are billed when a worker runs, and proved then.`;
}

const columns: readonly Column<LedgerCheck>[] = [
  { title: 'result', of: (check) => (check.broken.length === 0 ? 'holds' : 'BROKEN') },
  { title: 'rows', right: true, of: (check) => String(check.checked) },
  { title: 'check', of: (check) => check.name },
];
