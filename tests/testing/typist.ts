import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './boreal-process-command.ts';
import type { BorealHome } from './boreal-process-home.ts';
import { bareEnvironment, NODE, ROOT, until, type Environment } from './boreal-process.ts';
import { pageCommands } from './page-commands.ts';

/** What is seen when a command of a page is typed. */
export interface Seen {
  readonly says: RegExp;
  /** 0 where nothing else is said. */
  readonly code?: number;
  /** What stands in the page for something of one's own, such as SERVER: known when it is typed. */
  readonly with?: () => Readonly<Record<string, string>>;
  /** The rest of a command of which the page gives the beginning. */
  readonly more?: string;
  /** It is not so at once, and the page says to look until it is. */
  readonly eventually?: true;
}

/** Why a command is not typed here. */
interface Untyped {
  readonly not: string;
}

/** A command as it stands in the page, and what comes of it; or what happens between two of them. */
export type Step = readonly [command: string, answer: RegExp | Seen | Untyped] | (() => unknown);

export interface Typist {
  /**
   * Types a page from its first command to its last, but for a part that another test types. @throws when the page has other commands
   * than these, or one does not do as it says
   */
  page(path: string, steps: readonly Step[], options?: { besides?: string }): Promise<void>;
  /** Types one command, for something besides the page. */
  type(command: string): Promise<string>;
  close(): Promise<void>;
}

interface Desk {
  readonly home: BorealHome;
  /** What the package's command reads from boreal.env. */
  readonly environment: () => Environment;
  /** All that its processes have logged. */
  readonly log: () => string;
  /** What is elsewhere here than on a machine with the package, besides the data: its ports, the folder of its backups. */
  readonly places: Readonly<Record<string, string>>;
  /** In place of systemd: starts, restarts or stops Boreal. */
  readonly systemctl?: (verb: string) => Promise<unknown>;
}

const SOON_MS = 120_000;

/**
 * Somebody with a page of the guides and a root's shell on the machine of a Boreal. Its command, its log and the shell of `postgres` are
 * stood in for by small programs: the log is printed whole, whatever part of it is asked for.
 */
export async function startTypist(desk: Desk): Promise<Typist> {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-typist-'));
  const [bin, log] = [join(folder, 'bin'), join(folder, 'log')];
  await mkdir(bin);
  const program = (name: string, script: string) => writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await program('boreal', `cd "$BOREAL_DATA_DIR" && exec ${NODE} ${join(ROOT, 'server/dist/operator.js')} "$@"`);
  await program('journalctl', `exec cat ${log}`);
  await program('su', '[ "$1 $2" = "postgres -c" ] && exec sh -c "$3"');
  const places = { ...desk.places, '/var/lib/boreal': desk.home.dataDir };

  async function run(command: string, seen: Partial<Seen>): Promise<Outcome> {
    const typed = asTyped(command, seen, places);
    const [, verb] =
      /^systemctl (restart|start|stop|try-restart|enable --now) boreal(?: 'boreal-api@\*' 'boreal-worker@\*')?$/.exec(typed) ?? [];
    if (verb !== undefined && desk.systemctl) {
      await desk.systemctl(verb);
      return { typed, code: 0, printed: '' };
    }
    await writeFile(log, desk.log());
    const environment = {
      ...desk.environment(),
      ...(await postgresEnvironment(desk.home)),
      BOREAL_DATA_DIR: desk.home.dataDir,
      PATH: `${bin}:${bareEnvironment()['PATH'] ?? ''}`,
    };
    const { code, stdout, stderr } = await runCommand('bash', ['-euo', 'pipefail', '-c', typed], { environment, cwd: folder });
    return { typed, code, printed: `${stdout}${stderr}` };
  }

  return {
    page: (path, steps, options) => typePage(run, path, steps, options),
    type: async (command) => (await run(command, {})).printed,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What came of a command: how it was typed, how it ended, and all that was printed. */
export interface Outcome {
  readonly typed: string;
  readonly code: number | null;
  readonly printed: string;
}

/** Types a page in some shell: see `Typist.page`. */
export async function typePage(
  run: (command: string, seen: Seen) => Promise<Outcome>,
  path: string,
  steps: readonly Step[],
  { besides }: { besides?: string } = {},
): Promise<void> {
  const commands = steps.flatMap((step) => (typeof step === 'function' ? [] : [step[0]]));
  assert.deepEqual(commands, pageCommands(await textOf(path, besides)), `what ${path} has typed is not what is typed here`);
  for (const step of steps) {
    if (typeof step === 'function') await step();
    else if (!('not' in step[1])) await see(run, step[0], step[1] instanceof RegExp ? { says: step[1] } : step[1]);
  }
}

async function see(run: (command: string, seen: Seen) => Promise<Outcome>, command: string, seen: Seen): Promise<void> {
  const isSo = ({ code, printed }: Outcome) => code === (seen.code ?? 0) && seen.says.test(printed);
  const look = () => run(command, seen);
  const outcome = seen.eventually ? await until(`${command} says ${seen.says}`, SOON_MS, look, isSo) : await look();
  assert.ok(isSo(outcome), `${outcome.typed}: exit ${outcome.code}, and not ${seen.says}:\n${outcome.printed}`);
}

/** @throws when there is no such part */
async function textOf(path: string, besides: string | undefined): Promise<string> {
  const text = await readFile(join(ROOT, path), 'utf8');
  if (besides === undefined) return text;
  const part = text.split(/^(?=## )/m).find((one) => one.startsWith(`## ${besides}\n`));
  assert.ok(part !== undefined, `${path} has no part "${besides}"`);
  return text.replace(part, '');
}

/** A command with what there is in place of what the page has for it. */
export function asTyped(command: string, seen: Partial<Seen>, places: Readonly<Record<string, string>>): string {
  return inPlace(command.replaceAll('npm run operator -- ', 'boreal '), { ...places, ...seen.with?.() }) + (seen.more ?? '');
}

/** Whole words only: NAME is nothing in HOSTNAME. */
function inPlace(command: string, own: Readonly<Record<string, string>>): string {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return Object.entries(own).reduce(
    (text, [from, to]) => text.replaceAll(new RegExp(`(?<![\\w/])${literal(from)}(?!\\w)`, 'g'), () => to),
    command,
  );
}

/** Where psql finds the embedded Postgres, as `postgres` finds Debian's. */
async function postgresEnvironment(home: BorealHome): Promise<Environment> {
  const url = await home.databaseUrl().catch(() => null);
  if (url === null) return {};
  const { username, password, pathname } = new URL(url);
  const [, host = ''] = /@([^:/]+)/.exec(url) ?? [];
  return { PGUSER: username, PGPASSWORD: password, PGHOST: decodeURIComponent(host), PGDATABASE: pathname.slice(1) };
}
