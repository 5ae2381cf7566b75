import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '../../db/testing.ts';
import { createAnswers, type AnswerSources } from './answers.ts';
import type { Keyboard } from './keyboard.ts';
import type { Machine, Ran } from './machine.ts';
import { openSetup, type SetupParts } from './open-setup.ts';
import type { Outside } from './outside.ts';
import { runSteps } from './run-steps.ts';
import type { Change, Step, Told } from './step.ts';
import { steps } from './steps.ts';

/** A simulated machine on which a Boreal with the test's database seems to run, and the files that setup writes. */
export interface SetUpMachine {
  readonly folder: string;
  readonly settingsPath: string;
  readonly database: TestDatabase;
  /** The programs that were run, as command lines. */
  readonly ran: string[];
  /** The outside world's answers. */
  readonly world: { -readonly [K in keyof Outside]: string | null };
  /** The parts for opening a setup. */
  parts(): SetupParts;
  /** Runs setup as a command does. */
  run(options?: RunOptions): Promise<SetupRun>;
  settings(): Promise<string>;
  close(): Promise<void>;
}

export interface RunOptions extends Partial<Pick<AnswerSources, 'flags' | 'file' | 'environment'>> {
  readonly preview?: boolean;
  readonly unchecked?: boolean;
  readonly keyboard?: Keyboard;
  /** Simulates Ctrl-C during the change of this number. */
  readonly stopAfter?: number;
}

export interface SetupRun {
  readonly told: readonly Told[];
  readonly notes: readonly string[];
  readonly said: string;
  /** The error that ended it early, as the operator reads it; null if it finished. */
  readonly error: string | null;
}

/** `written`: the prior contents of the settings file; the database is always the test's own. */
export async function setUpMachine(written = ''): Promise<SetUpMachine> {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-setup-'));
  const settingsPath = join(folder, 'boreal.env');
  const database = await testDatabase();
  const ready = await readyServer();
  const at = ready.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  await writeFile(settingsPath, `${written}DATABASE_URL=${database.url}\nBOREAL_PORT=${port}\n`, { mode: 0o640 });
  const ran: string[] = [];
  const world: SetUpMachine['world'] = { site: null, mail: null, stripe: null, database: null };
  const parts = (): SetupParts => ({
    settingsPath,
    environment: { BOREAL_DATA_DIR: folder },
    answers: createAnswers({ flags: {}, file: {}, environment: {}, keyboard: null, say: () => undefined, unchecked: false }),
    machine: machineOf(ran),
    outside: outsideOf(world),
    publicKey: null,
    preview: false,
    signal: new AbortController().signal,
    say: () => undefined,
  });
  return {
    folder,
    parts,
    settingsPath,
    database,
    ran,
    world,
    async run(options = {}) {
      let said = '';
      const say = (text: string) => void (said += `${text}\n`);
      const { flags = {}, file = {}, environment = {}, preview = false, unchecked = false, keyboard = null } = options;
      const answers = createAnswers({ flags, file, environment, keyboard, say, unchecked });
      const stop = new AbortController();
      const { setup, close } = await openSetup({ ...parts(), answers, preview, signal: stop.signal, say });
      try {
        const told = await runSteps(stopping(steps, stop, options.stopAfter), setup);
        return { told, notes: setup.notes, said, error: null };
      } catch (error) {
        return { told: [], notes: setup.notes, said, error: error instanceof Error ? error.message : String(error) };
      } finally {
        await close();
      }
    },
    settings: () => readFile(settingsPath, 'utf8'),
    async close() {
      ready.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A person who types these answers, each matched by part of its question, and is gone at any other question. */
export function typing(script: readonly (readonly [asked: string, typed: string])[]): Keyboard & { readonly hidden: string[] } {
  const left = [...script];
  const hidden: string[] = [];
  return {
    hidden,
    ask: async (question, options) => {
      const [asked, typed] = left.shift() ?? ['nothing', ''];
      if (!question.includes(asked)) throw new Error(`asked: ${question}; expected: ${asked}`);
      if (options.hidden) hidden.push(typed);
      return typed;
    },
  };
}

function readyServer(): Promise<Server> {
  const server = createServer((_request, response) => response.end('{}'));
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)));
}

/** Boreal's service, enabled and running since a future time: no setting is newer. */
const RUNNING = 'LoadState=loaded\nActiveState=active\nUnitFileState=enabled\nActiveEnterTimestamp=@9999999999\n';

function machineOf(ran: string[]): Machine {
  return {
    isRoot: false,
    async run(program, args): Promise<Ran> {
      ran.push([program, ...args].join(' '));
      return { code: 0, out: program === 'systemctl' && args[0] === 'show' ? RUNNING : '', err: '' };
    },
    write: async (path) => void ran.push(`write ${path}`),
    user: async () => null,
    become: async () => undefined,
  };
}

function outsideOf(world: SetUpMachine['world']): Outside {
  return {
    site: async () => world.site,
    mail: async () => world.mail,
    stripe: async () => world.stripe,
    database: async () => world.database,
  };
}

/** Counts changes; once the one of the given number has been made, Ctrl-C is pressed. */
function stopping(all: readonly Step[], stop: AbortController, stopAfter: number | undefined): readonly Step[] {
  let count = 0;
  const counted = (change: Change): Change => ({
    ...change,
    run: async () => {
      await change.run();
      count += 1;
      if (count === stopAfter) stop.abort();
    },
  });
  return all.map((step) => ({
    ...step,
    plan: async (setup) => {
      const planned = await step.plan(setup);
      return { ...planned, changes: planned.changes.map(counted) };
    },
  }));
}
