import { readFile, stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { errorCode } from '../../db/postgres-errors.ts';
import { OperatorError } from '../operator-error.ts';
import type { Keyboard } from './keyboard.ts';
import { flagOf, isQuestion, questions, type Question, type QuestionName } from './questions.ts';

/** Where answers come from, in this order: flags, a file of answers, the environment for secrets, a person at the keyboard. */
export interface AnswerSources {
  /** By question; for a secret, the file that contains it. */
  readonly flags: Readonly<Partial<Record<QuestionName, string>>>;
  /** Parsed by `readAnswersFile`. */
  readonly file: Readonly<Partial<Record<QuestionName, string>>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null: nobody can be asked. */
  readonly keyboard: Keyboard | null;
  readonly say: (text: string) => void;
}

export interface Asking {
  /** The default. Without one, an answer is required. */
  readonly byDefault?: string;
  /** Why an answer cannot be right, checked against the outside world. */
  readonly check?: (answer: string) => Promise<string | null>;
}

export interface Answers {
  /** @throws OperatorError there is no answer, or it cannot be right */
  get(name: QuestionName, asking?: Asking): Promise<string>;
  /** The answer given without asking anyone; null: none. @throws OperatorError it cannot be used */
  given(name: QuestionName): Promise<string | null>;
  /** Whether to keep an answer that cannot be right. If nobody can be asked, `unchecked` decides. @throws OperatorError no */
  keepAllTheSame(problem: string): Promise<boolean>;
  /** Forgets typed answers, to ask again. Without a keyboard the answer would be the same. */
  forget(...names: readonly QuestionName[]): void;
}

export function createAnswers(sources: AnswerSources & { readonly unchecked: boolean }): Answers {
  const { keyboard, say, unchecked } = sources;
  const known = new Map<QuestionName, string>();
  /** After a wrong answer a person is asked, whatever the flags say. */
  const refused = new Set<QuestionName>();

  const given = async (name: QuestionName): Promise<string | null> => {
    if (refused.has(name)) return null;
    const text = await sayingOf(name, sources);
    return text === null ? null : readAnswer(name, text);
  };

  const answers: Answers = {
    given,
    async get(name, { byDefault, check } = {}) {
      const before = known.get(name);
      if (before !== undefined) return before;
      for (;;) {
        const answer = (await given(name)) ?? (await typed(name, byDefault));
        const problem = check ? await check(answer) : null;
        if (problem === null || (await answers.keepAllTheSame(problem))) {
          known.set(name, answer);
          return answer;
        }
        answers.forget(name);
      }
    },
    async keepAllTheSame(problem) {
      if (unchecked) {
        say(`  ${problem} It is kept all the same (--unchecked).`);
        return true;
      }
      if (keyboard === null) throw new OperatorError(`${problem} To go on all the same: --unchecked`);
      say(`  ${problem}`);
      return /^y(es)?$/i.test((await keyboard.ask('  Keep it all the same? [y/N] ', { hidden: false })).trim());
    },
    forget(...names) {
      for (const name of names) {
        known.delete(name);
        refused.add(name);
      }
    },
  };
  return answers;

  async function typed(name: QuestionName, byDefault: string | undefined): Promise<string> {
    const { asks, secret, variable }: Question = questions[name];
    if (keyboard === null) {
      if (byDefault !== undefined) return readAnswer(name, byDefault);
      const elsewhere = variable === undefined ? '' : `, or set ${variable} in the environment`;
      throw new OperatorError(`${asks}: nobody can be asked here. Say it with ${flagOf(name)}${elsewhere}.`);
    }
    for (;;) {
      const shown = byDefault === undefined || byDefault === '' ? '' : ` [${byDefault}]`;
      const text = (await keyboard.ask(`  ${asks}${shown}: `, { hidden: secret === true })).trim();
      try {
        if (text === '' && byDefault !== undefined) return readAnswer(name, byDefault);
        return questions[name].read(text);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        say(`  ${error.message}`);
      }
    }
  }
}

async function sayingOf(name: QuestionName, { flags, file, environment }: AnswerSources): Promise<string | null> {
  const { secret, variable }: Question = questions[name];
  const flag = flags[name];
  if (flag !== undefined) return secret ? readSecretFile(flag) : flag;
  const answer = file[name] ?? (variable === undefined ? undefined : environment[variable]);
  return answer === undefined || (secret && answer === '') ? null : answer;
}

function readAnswer(name: QuestionName, text: string): string {
  try {
    return questions[name].read(text.trim());
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const { asks, secret }: Question = questions[name];
    throw new OperatorError(`${asks}: ${secret ? 'what was given cannot be used' : `"${text}" cannot be used`}. ${error.message}`, {
      cause: error,
    });
  }
}

async function readSecretFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${errorCode(error)}).`, { cause: error });
  }
}

const OF_OTHERS = 0o007;

/** Reads a file of answers: `site=https://gpu.example.com`, one per line, named like the flags. @throws OperatorError */
export async function readAnswersFile(path: string): Promise<Partial<Record<QuestionName, string>>> {
  const read = parseEnv(await readSecretFile(path));
  const answers: Partial<Record<QuestionName, string>> = {};
  for (const [name, value] of Object.entries(read)) {
    if (!isQuestion(name)) throw new OperatorError(`${path}: nothing asks for "${name}". Lines are named as the flags: see --help.`);
    const { secret }: Question = questions[name];
    if (secret && ((await stat(path)).mode & OF_OTHERS) !== 0)
      throw new OperatorError(`${path} holds a secret (${name}), and everyone may read it. First: chmod 600 ${path}`);
    if (value !== undefined) answers[name] = value;
  }
  return answers;
}
