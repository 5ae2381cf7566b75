import { Command, CommanderError } from 'commander';
import type { Config } from '../config.ts';
import { openEngine } from '../open-engine.ts';
import { addAccountCommands } from './account.commands.ts';
import { addAddressCommands } from './address.commands.ts';
import { addAuditCommands } from './audit.commands.ts';
import { addAgentCommands } from './agent.commands.ts';
import { addBudgetCommands } from './budget.commands.ts';
import { addClockCommands } from './clock.commands.ts';
import { addEngineCommands, type OpenEngineOf } from './engine.commands.ts';
import { explainError } from './explain-error.ts';
import { addCompanyCommands } from './company.commands.ts';
import { addHostCommands } from './host.commands.ts';
import { addImageCommands } from './image.commands.ts';
import { addInvoiceCommands } from './invoice.commands.ts';
import { addKeyCommands } from './key.commands.ts';
import { addLedgerCommands } from './ledger.commands.ts';
import { addMailCommands } from './mail.commands.ts';
import { addMemberCommands } from './member.commands.ts';
import { addOrderCommands } from './order.commands.ts';
import { addPaymentCommands } from './payment.commands.ts';
import { openCtx } from './open-ctx.ts';
import { createOperate } from './operate.ts';
import { addPersonCommands } from './person.commands.ts';
import { addPlanCommands } from './plan.commands.ts';
import { addPoolCommands } from './pool.commands.ts';
import { addPriceCommands } from './price.commands.ts';
import { addServerCommands } from './server.commands.ts';
import { addTicketCommands } from './ticket.commands.ts';

/** The process as the command sees it. */
export interface Terminal {
  readonly args: readonly string[];
  readonly readConfig: () => Config;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

const FAILED = 1;
const WRONG_USAGE = 2;

/** Runs one command. Returns the exit code: 0 done · 1 could not be done · 2 written wrongly. */
export async function runOperator(terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync([...terminal.args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own errors, and the help that somebody asked for, by now.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    const sentence = explainError(error);
    terminal.complain(sentence === null ? `This is a mistake in Boreal:\n${details(error)}\n` : `${sentence}\n`);
    return FAILED;
  }
}

function createProgram({ readConfig, print, complain }: Terminal): Command {
  const program = new Command('npm run operator --')
    .description('Run a Boreal: accounts, catalog, capacity, servers, keys, money, support and mail. It works beside a running Boreal.')
    .configureOutput({ writeOut: print, writeErr: complain })
    .exitOverride()
    .showHelpAfterError('Add --help to see how this command is written, with an example.')
    .addHelpText(
      'after',
      '\nExamples:\n  npm run operator -- account list\n  npm run --silent operator -- server list --status ERROR --json',
    );
  const operate = createOperate({ open: async () => openCtx(readConfig()), print });
  const open: OpenEngineOf = (ctx) => openEngine(readConfig(), ctx);
  addAccountCommands(program, operate);
  addBudgetCommands(program, operate);
  addOrderCommands(program, operate);
  addPaymentCommands(program, operate);
  addInvoiceCommands(program, operate);
  addCompanyCommands(program, operate);
  addPersonCommands(program, operate);
  addPlanCommands(program, operate);
  addPriceCommands(program, operate);
  addImageCommands(program, operate);
  addPoolCommands(program, operate);
  addHostCommands(program, operate, open);
  addAddressCommands(program, operate);
  addEngineCommands(program, operate, open);
  addServerCommands(program, operate);
  addKeyCommands(program, operate);
  addAgentCommands(program, operate);
  addLedgerCommands(program, operate);
  addMemberCommands(program, operate);
  addTicketCommands(program, operate);
  addMailCommands(program, operate);
  addAuditCommands(program, operate);
  addClockCommands(program, operate);
  return program;
}

function details(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
