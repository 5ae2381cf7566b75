import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { mustRun, type Machine } from './machine.ts';

/** What systemd runs: one process that does everything, or several for the API and the work. */
export interface Service {
  readonly units: readonly string[];
  /** Where the first of several processes answers; null: where the settings say. */
  readonly port: number | null;
  /** Null: there is no systemd here, or it does not know Boreal. */
  state(): Promise<{ readonly runs: boolean; readonly enabled: boolean; readonly since: Date | null } | null>;
  /** Whether its unit allows it to write to a folder. */
  mayWrite(folder: string): Promise<boolean>;
  /** Allows it to write there from its next start on. */
  letWrite(folder: string): Promise<void>;
  /** Starts or restarts it with the current settings, and enables it at boot. */
  restart(): Promise<void>;
  /** The end of its log. */
  lastWords(): Promise<string>;
}

const UNIT = 'boreal.service';
const LINES = 15;
/** In a drop-in beside the package's unit, because an upgrade replaces the unit. */
const DROP_IN = '/etc/systemd/system/boreal.service.d/backups.conf';

/** The units of several processes, if they run: the unit for everything, which conflicts with them, is then left alone. */
const SEVERAL = ['boreal-api@*.service', 'boreal-worker@*.service'] as const;

export async function serviceOf(machine: Machine): Promise<Service> {
  const listed = await machine.run('systemctl', ['list-units', '--state=active', '--plain', '--no-legend', ...SEVERAL]);
  const several = listed.out.split('\n').flatMap((line) => /^boreal-\S+\.service/.exec(line)?.[0] ?? []);
  const units = several.length > 0 ? several : [UNIT];
  const [, port] = /boreal-api@(\d+)\.service/.exec(several.join(' ')) ?? [];
  return {
    units,
    port: port === undefined ? null : Number(port),
    async state() {
      const states = await Promise.all(units.map((unit) => stateOf(machine, unit)));
      const present = states.filter((state) => state !== null);
      if (present.length < states.length) return null;
      const since = present.flatMap((state) => state.since ?? []).toSorted((a, b) => a.getTime() - b.getTime());
      return { runs: present.every(({ runs }) => runs), enabled: present.every(({ enabled }) => enabled), since: since[0] ?? null };
    },
    async mayWrite(folder) {
      const said = await shown(machine, UNIT, ['ProtectSystem', 'ReadWritePaths']);
      if (said?.['ProtectSystem'] !== 'strict') return true;
      // A dash before a path means that it may be missing.
      const paths = (said['ReadWritePaths'] ?? '').split(' ').map((path) => path.replace(/^[-+]+/, ''));
      return paths.some((path) => path !== '' && `${folder}/`.startsWith(`${path}/`));
    },
    async letWrite(folder) {
      await machine.write(DROP_IN, `# By boreal setup: where backups go.\n[Service]\nReadWritePaths=-${folder}\n`);
      await mustRun(machine, 'systemctl', ['daemon-reload']);
    },
    async restart() {
      await mustRun(machine, 'systemctl', ['enable', ...units]);
      await mustRun(machine, 'systemctl', ['restart', ...units]);
    },
    async lastWords() {
      const { out } = await machine.run('journalctl', [
        ...units.map((unit) => `--unit=${unit}`),
        '--lines',
        String(LINES),
        '--no-pager',
        '--output',
        'cat',
      ]);
      return out.trim().split('\n').map(asSentence).join('\n');
    },
  };
}

const LogLine = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() });

/** A line of Boreal's log is JSON; a person needs only its message and error. Other lines stay as they are. */
function asSentence(line: string): string {
  try {
    const { msg, err } = LogLine.parse(JSON.parse(line));
    return err === undefined ? msg : `${msg}: ${err.message}`;
  } catch {
    return line;
  }
}

async function stateOf(machine: Machine, unit: string): Promise<{ runs: boolean; enabled: boolean; since: Date | null } | null> {
  const said = await shown(machine, unit, ['LoadState', 'ActiveState', 'UnitFileState', 'ActiveEnterTimestamp']);
  if (said?.['LoadState'] !== 'loaded') return null;
  const [, seconds] = /^@(\d+)/.exec(said['ActiveEnterTimestamp'] ?? '') ?? [];
  return {
    runs: said['ActiveState'] === 'active',
    enabled: said['UnitFileState'] === 'enabled',
    since: seconds === undefined ? null : new Date(Number(seconds) * 1000),
  };
}

/** Properties of a unit; null without systemd. */
async function shown(machine: Machine, unit: string, names: readonly string[]): Promise<Readonly<Record<string, string>> | null> {
  const { code, out } = await machine.run('systemctl', ['show', ...names.map((name) => `--property=${name}`), '--timestamp=unix', unit]);
  if (code !== 0) return null;
  return Object.fromEntries(out.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

const LOOK_MS = 250;

/** Waits until Boreal reports that it is ready. @throws OperatorError it is not, with the end of its log */
export async function untilReady(
  parts: { readonly service: Service; readonly port: number; readonly signal: AbortSignal },
  withinMs: number,
): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await isReady(parts.port))) {
    parts.signal.throwIfAborted();
    if (performance.now() > limit) {
      const words = await parts.service.lastWords();
      throw new OperatorError(
        `Boreal has been started, but does not answer after ${withinMs / 1000} seconds. Its last lines in the log:\n${words}`,
      );
    }
    await sleep(LOOK_MS);
  }
}

export async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
