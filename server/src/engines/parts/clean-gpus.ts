import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { SECOND_MS } from '../../kit/clock.ts';
import { environmentOfChildren } from '../../kit/environment-of-children.ts';
import type { Log } from '../../kit/log.ts';
import { EngineError, type MachineSpec } from '../engine.ts';
import { createLongWork, type Turn } from './turn.ts';

/** GPUs of one host that go to one machine. */
export interface GpusOnHost {
  readonly hostName: string;
  readonly devices: readonly string[];
}

/**
 * Cleans GPUs once: none of another machine's processes remain on them, and nothing in their memory. Rejects if that is not certain; with
 * NoCleaner if there was no cleaner to ask.
 */
export type GpuCleaner = (gpus: GpusOnHost) => Promise<void>;

/** Says nothing about any GPU. */
export class NoCleaner extends Error {
  override readonly name = 'NoCleaner';
}
/**
 * Errors of a program that is missing or not executable, and of a socket without a listener or without access; the exit codes are those by
 * which a shell and ssh report that nothing was run.
 */
const NOBODY = new Set(['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'ECONNREFUSED', '126', '127', '255']);

/** Far longer than resets take; a hanging one means that the GPU is broken. */
const LIMIT_MS = 120 * SECOND_MS;

/** The operator's setting: a program, or a socket as `unix:///path`. */
export function cleanerAt(where: string): GpuCleaner {
  return where.startsWith(UNIX) ? socketCleaner(where.slice(UNIX.length)) : programCleaner(where);
}

const UNIX = 'unix://';

/** Why the operator's cleaner cannot be used, as a sentence that says what to do; null: it can. */
export async function whyNoCleaner(where: string): Promise<string | null> {
  const socket = where.startsWith(UNIX) ? where.slice(UNIX.length) : null;
  try {
    if (socket === null) await access(where, constants.X_OK);
    else if (!(await stat(socket)).isSocket()) throw new Error('it is no socket');
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return socket === null
      ? `Nothing can clean GPUs, so no container with one starts: INCUS_GPU_CLEANER names ${where} (${why}). Install that program, or correct the name.`
      : `Nothing can clean GPUs, so no container with one starts: INCUS_GPU_CLEANER names ${where} (${why}). With the package: systemctl enable --now boreal-clean-gpu.socket`;
  }
}

/**
 * Sends one line `HOST GPU…` to a socket of this machine, such as the package's boreal-clean-gpu.socket: a service without root privileges
 * cannot run a program that needs them. The last line of the answer is `clean`, or says why not.
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
      throw failed(path, error, error instanceof Error ? error.message : String(error));
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
      const options = { timeout: LIMIT_MS, killSignal: 'SIGKILL', env: environmentOfChildren() } as const;
      execFile(program, [hostName, ...devices], options, (error, _out, said) => {
        if (error) reject(failed(program, error, said.trim() || error.message));
        else resolve();
      });
    });
}

function failed(where: string, cause: unknown, why: string): Error {
  const message = `${where}: ${why}`;
  return NOBODY.has(codeOf(cause)) ? new NoCleaner(message, { cause }) : new Error(message, { cause });
}

/** The system's error code, or a program's exit code. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export type CleanGpus = (turn: Turn, spec: Pick<MachineSpec, 'serverId' | 'gpus'>, hostName: string) => Promise<void>;

/**
 * Before a machine that is off gets its GPUs, whoever had them before: they are cleaned, or the machine is not started. Work that takes
 * longer than a call continues, and the next call waits for it.
 * @throws EngineError gpu (they are not clean) · timeout (they are being cleaned, or nobody is there to clean them)
 */
export function createGpuCleaning(clean: GpuCleaner | null, log: Log): CleanGpus {
  const longWork = createLongWork<void>();
  return async (turn, { serverId, gpus }, hostName) => {
    const devices = [...new Set(gpus.flatMap(({ device }) => device ?? []))];
    if (clean === null || devices.length === 0) return;
    const key = [serverId, hostName, ...devices].join(' ');
    const cleaned = await longWork
      .do(turn, key, () => clean({ hostName, devices }))
      .catch((error: unknown) => {
        turn.signal.throwIfAborted();
        if (error instanceof NoCleaner) {
          log.error(
            { err: error, serverId, hostName },
            'nothing is there to clean GPUs: no machine gets any until INCUS_GPU_CLEANER works',
          );
          throw new EngineError('timeout', `The GPUs of ${serverId} wait for somebody who cleans them.`, { cause: error });
        }
        log.error({ err: error, serverId, hostName, devices }, 'GPUs could not be cleaned of what their last machine left on them');
        throw new EngineError('gpu', `The GPUs of ${serverId} are not clean.`, { cause: error });
      });
    if (cleaned === 'later') throw new EngineError('timeout', `The GPUs of ${serverId} are still being cleaned.`);
  };
}
