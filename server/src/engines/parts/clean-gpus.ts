import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { EngineError, type MachineSpec } from '../engine.ts';
import { createLongWork, type Turn } from './turn.ts';

/** GPUs of one host that go to one machine. */
export interface GpusOnHost {
  readonly hostName: string;
  readonly devices: readonly string[];
}

/** Cleans GPUs once: no process of another is left on them, and nothing in their memory. Rejects when that cannot be said. */
export type GpuCleaner = (gpus: GpusOnHost) => Promise<void>;

/** Far longer than resets take; one that hangs is of a GPU that is broken. */
const LIMIT_MS = 120 * SECOND_MS;

/** What an operator names: a program, or as `unix:///path` a socket. */
export function cleanerAt(where: string): GpuCleaner {
  return where.startsWith(UNIX) ? socketCleaner(where.slice(UNIX.length)) : programCleaner(where);
}

const UNIX = 'unix://';

/**
 * Asks whoever listens on a socket of this machine, such as the package's boreal-clean-gpu.socket, with one line `HOST GPU…`: a service
 * that may do nothing as root cannot run a program that must. The last line of the answer is `clean`, or says why not.
 */
export function socketCleaner(path: string): GpuCleaner {
  return async ({ hostName, devices }) => {
    const connection = connect(path);
    const signal = AbortSignal.timeout(LIMIT_MS);
    const ended = () => connection.destroy(new Error(`no answer within ${LIMIT_MS / SECOND_MS} s`));
    signal.addEventListener('abort', ended);
    try {
      connection.end(`${[hostName, ...devices].join(' ')}\n`);
      const said = (await text(connection)).trim();
      if (said.split('\n').at(-1) !== 'clean') throw new Error(said === '' ? 'it said nothing' : said);
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      signal.removeEventListener('abort', ended);
      connection.destroy();
    }
  };
}

/** Runs the operator's program as `PROGRAM HOST GPU…`; it exits with 0 when the GPUs are clean. */
export function programCleaner(program: string): GpuCleaner {
  return ({ hostName, devices }) =>
    new Promise((resolve, reject) => {
      execFile(program, [hostName, ...devices], { timeout: LIMIT_MS, killSignal: 'SIGKILL' }, (error, _out, said) => {
        if (error) reject(new Error(`${program}: ${said.trim() || error.message}`, { cause: error }));
        else resolve();
      });
    });
}

export type CleanGpus = (turn: Turn, spec: Pick<MachineSpec, 'serverId' | 'gpus'>, hostName: string) => Promise<void>;

/**
 * Before a machine that is off gets its GPUs, whoever had them before: they are cleaned, or the machine is not started. What takes
 * longer than a call goes on, and the next call waits for the same.
 * @throws EngineError gpu (they are not clean) · timeout (they are being cleaned)
 */
export function createGpuCleaning(clean: GpuCleaner | null, log: Log): CleanGpus {
  const longWork = createLongWork<void>();
  return async (turn, { serverId, gpus }, hostName) => {
    const devices = [...new Set(gpus.flatMap(({ device }) => device ?? []))];
    if (clean === null || devices.length === 0) return;
    const key = [serverId, hostName, ...devices].join(' ');
    const cleaned = await longWork(turn, key, () => clean({ hostName, devices })).catch((error: unknown) => {
      turn.signal.throwIfAborted();
      log.error({ err: error, serverId, hostName, devices }, 'GPUs could not be cleaned of what their last machine left on them');
      throw new EngineError('gpu', `The GPUs of ${serverId} are not clean.`, { cause: error });
    });
    if (cleaned === 'later') throw new EngineError('timeout', `The GPUs of ${serverId} are still being cleaned.`);
  };
}
