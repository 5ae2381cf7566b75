import type { Sql } from '../../../db/connect.ts';
import type { Engine } from '../../../engines/engine.ts';
import type { Engines } from '../../../engines/engines.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../../kit/clock.ts';
import type { Log } from '../../../kit/log.ts';
import { readStatusRow, type StatusRow } from './status.store.ts';

/** What this process sees of the installation now, and nothing else. */
export interface PublicStatus {
  readonly seenAt: Date;
  readonly database: 'up' | 'down';
  /** `late`: nothing was billed for minutes, so no other background work is done either. */
  readonly worker: { readonly is: 'up' | 'late' | 'unknown'; readonly lastAt: Date | null };
  /** `late`: some answer, and some do not. */
  readonly engine: 'up' | 'late' | 'down';
  /** Null if the database does not answer. */
  readonly hosts: { readonly total: number; readonly silent: number; readonly withheld: number; readonly since: Date | null } | null;
}

const ANSWER_WITHIN_MS = 2 * SECOND_MS;
/** The worker bills once a minute of product time, and at most once a second of real time. */
const LATE = { productMs: 5 * MINUTE_MS, wallMs: 30 * SECOND_MS };

export async function readStatus(parts: { db: Sql; clock: Clock; engines: Engines; log: Pick<Log, 'warn'> }): Promise<PublicStatus> {
  const { clock, log } = parts;
  const tell = (what: string) => (error: unknown) => {
    log.warn({ err: error }, `for the status page, ${what} did not answer`);
    return null;
  };
  const answers = async (engine: Engine) =>
    (await inTime(engine.hosts(AbortSignal.timeout(ANSWER_WITHIN_MS))).catch(tell(`the engine ${engine.name}`))) !== null;
  const [row, ...engines] = await Promise.all([
    inTime(readStatusRow(parts.db)).catch(tell('the database')),
    ...parts.engines.all.map(answers),
  ]);
  return {
    seenAt: clock.now(),
    database: row === null ? 'down' : 'up',
    worker: workerOf(row, clock),
    engine: engines.every((up) => up) ? 'up' : engines.some((up) => up) ? 'late' : 'down',
    hosts: row === null ? null : { total: row.hosts, silent: row.silentHosts, withheld: row.withheldHosts, since: row.silentSince },
  };
}

/** `unknown` parts do not worsen the overall state: their cause is reported separately. */
export function overallOf(status: PublicStatus): 'up' | 'late' | 'down' {
  if (status.database === 'down') return 'down';
  const troubled = status.engine !== 'up' || status.worker.is === 'late' || (status.hosts?.silent ?? 0) + (status.hosts?.withheld ?? 0) > 0;
  return troubled ? 'late' : 'up';
}

function workerOf(row: StatusRow | null, clock: Clock): PublicStatus['worker'] {
  if (row === null) return { is: 'unknown', lastAt: null };
  const behindMs = clock.now().getTime() - row.billedThrough.getTime();
  const allowedMs = Math.max(LATE.productMs, LATE.wallMs * clock.scale);
  return { is: behindMs > allowedMs ? 'late' : 'up', lastAt: row.billedThrough };
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS).unref();
  });
  return Promise.race([answer, late]);
}
