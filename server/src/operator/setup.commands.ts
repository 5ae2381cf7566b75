import { Option, type Command } from 'commander';
import type { ConfiguredEngines } from './configured-engines.ts';
import type { Operate, OperateAlone } from './operate.ts';
import { printed } from './output.ts';
import type { Terminal } from './terminal.ts';
import { createAnswers, readAnswersFile } from './setup/answers.ts';
import { thisMachine } from './setup/machine.ts';
import { findPublicKey } from './setup/find-public-key.ts';
import { openSetup } from './setup/open-setup.ts';
import { outside } from './setup/outside.ts';
import { flagOf, questionNames, questions, type Question, type QuestionName } from './setup/questions.ts';
import { runSteps } from './setup/run-steps.ts';
import { steps } from './setup/steps.ts';
import { summarise } from './setup/summary.ts';
import { INVOCATION } from './verb.ts';

/** Where the package keeps its settings. */
const SETTINGS_FILE = '/etc/boreal/boreal.env';

export function addSetupCommands(
  program: Command,
  _operate: Operate,
  _engines: ConfiguredEngines,
  _alone: OperateAlone,
  terminal: Terminal,
): void {
  // A command without verbs: its help should list its flags.
  const setup = program
    .command('setup')
    .summary('from a bare machine to the first customer')
    .description(
      'Set this machine up, step by step: asks what it must know, and does the rest. Each step says what it did; one that is done already ' +
        'changes nothing, so it goes on where it was interrupted. Secrets are typed unseen, or read from files or the environment.',
    )
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--yes', 'ask nothing: take the defaults, and refuse where there is none')
    .option('--unchecked', 'keep what mail server, Stripe, database or DNS do not confirm')
    .option('--answers <file>', 'a file of answers: a line for each, named as the flags, such as site=https://gpu.example.com')
    .option('--settings <file>', 'the file of settings to write', SETTINGS_FILE)
    .option('--json', 'print one JSON document at the end; what is done meanwhile goes to standard error')
    .addHelpText('after', `\nExample:\n  ${INVOCATION} setup --site https://gpu.example.com --operator-email boss@example.com --dry-run`)
    .action((options: Options & Readonly<Record<string, unknown>>) => runSetup(terminal, options));
  for (const name of questionNames) setup.addOption(optionFor(name));
}

interface Options {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly unchecked?: true;
  readonly answers?: string;
  readonly settings: string;
  readonly json?: true;
}

function optionFor(name: QuestionName): Option {
  const { asks, secret, choices, variable }: Question = questions[name];
  const described = secret ? `a file with it: ${asks}${variable === undefined ? '' : `; or set ${variable} in the environment`}` : asks;
  const option = new Option(`${flagOf(name)} <${secret ? 'file' : 'text'}>`, described);
  return choices === undefined ? option : option.choices(choices);
}

async function runSetup(terminal: Terminal, options: Options & Readonly<Record<string, unknown>>): Promise<void> {
  const { environment, print, complain } = terminal;
  const keyboard = options.yes ? null : terminal.keyboard;
  const preview = options.dryRun === true;
  // A program that reads JSON reads nothing else.
  const say = (text: string) => (options.json ? complain : print)(`${text}\n`);
  const answers = createAnswers({
    flags: flagsOf(options),
    file: options.answers === undefined ? {} : await readAnswersFile(options.answers),
    environment,
    keyboard,
    say,
    unchecked: options.unchecked === true,
  });
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  const publicKey = await findPublicKey(answers, environment);
  const parts = {
    settingsPath: options.settings,
    environment,
    answers,
    machine: thisMachine(),
    outside,
    publicKey,
    preview,
    signal: interrupt.signal,
    say,
  };
  const { setup, close } = await openSetup(parts);
  try {
    const told = await runSteps(steps, setup);
    print(printed(await summarise(setup, told), options.json === true));
  } finally {
    process.off('SIGINT', stop);
    await close();
  }
}

/** Converts commander's names for flags: `--smtp-password-file` is `smtpPasswordFile`. */
function flagsOf(options: Readonly<Record<string, unknown>>): Partial<Record<QuestionName, string>> {
  const flags: Partial<Record<QuestionName, string>> = {};
  for (const name of questionNames) {
    const key = flagOf(name)
      .slice(2)
      .replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    const value = options[key];
    if (typeof value === 'string') flags[name] = value;
  }
  return flags;
}
