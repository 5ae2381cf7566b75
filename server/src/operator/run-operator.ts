import { visibleText } from '@boreal/contract/values/visible-text.ts';
import { Command, CommanderError } from 'commander';
import type { ConfiguredEngines } from './configured-engines.ts';
import { explainError } from './explain-error.ts';
import { commandsFor } from './nouns.ts';
import { openCtx } from './open-ctx.ts';
import { createOperate, createOperateAlone } from './operate.ts';
import type { Terminal } from './terminal.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

/** Runs one command. Returns the exit code: 0 done · 1 failed · 2 invalid command line. */
export async function runOperator(terminal: Terminal): Promise<number> {
  try {
    await (await createProgram(terminal)).parseAsync([...terminal.args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed its own errors, and requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    const sentence = explainError(error);
    terminal.complain(visibleText(sentence === null ? `This is a mistake in Boreal:\n${details(error)}\n` : `${sentence}\n`));
    return FAILED;
  }
}

async function createProgram(terminal: Terminal): Promise<Command> {
  const { args, readConfig, print, complain } = terminal;
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
  // The engines are most of the server's code, and few commands need them.
  const engines: ConfiguredEngines = {
    list: () => readConfig().engines,
    open: async (ctx, one) => (await import('../start/open-engine.ts')).openEngine(one, readConfig(), ctx),
  };
  for (const add of await commandsFor(args)) add(program, operate, engines, createOperateAlone({ readConfig, print }), terminal);
  return program;
}

function details(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
