import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { mustRun, type Machine } from './machine.ts';

/** The service that systemd runs. */
export interface Service {
  /** Null: there is no systemd here, or it does not know of Boreal. */
  state(): Promise<{ readonly runs: boolean; readonly enabled: boolean; readonly since: Date | null } | null>;
  /** Starts it, or starts it again with the settings of now; also at every boot. */
  restart(): Promise<void>;
  /** The end of its log. */
  lastWords(): Promise<string>;
}

const UNIT = 'boreal.service';
const LINES = 15;

export function serviceOf(machine: Machine): Service {
  return {
    async state() {
      const properties = ['LoadState', 'ActiveState', 'UnitFileState', 'ActiveEnterTimestamp'].map((name) => `--property=${name}`);
      const { code, out } = await machine.run('systemctl', ['show', ...properties, '--timestamp=unix', UNIT]);
      const said = Object.fromEntries(out.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
      if (code !== 0 || said['LoadState'] !== 'loaded') return null;
      const [, seconds] = /^@(\d+)/.exec(said['ActiveEnterTimestamp'] ?? '') ?? [];
      return {
        runs: said['ActiveState'] === 'active',
        enabled: said['UnitFileState'] === 'enabled',
        since: seconds === undefined ? null : new Date(Number(seconds) * 1000),
      };
    },
    async restart() {
      await mustRun(machine, 'systemctl', ['enable', UNIT]);
      await mustRun(machine, 'systemctl', ['restart', UNIT]);
    },
    async lastWords() {
      const { out } = await machine.run('journalctl', ['--unit', UNIT, '--lines', String(LINES), '--no-pager', '--output', 'cat']);
      return out.trim();
    },
  };
}

const LOOK_MS = 250;

/** Waits until Boreal answers that it can serve. @throws OperatorError it does not, with the end of its log */
export async function untilReady(
  parts: { readonly service: Service; readonly port: number; readonly signal: AbortSignal },
  withinMs: number,
): Promise<void> {
  const limit = performance.now() + withinMs;
  while (!(await isReady(parts.port))) {
    parts.signal.throwIfAborted();
    if (performance.now() > limit) {
      const words = await parts.service.lastWords();
      throw new OperatorError(`Boreal was started and does not serve after ${withinMs / 1000} seconds. The end of its log:\n${words}`);
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
