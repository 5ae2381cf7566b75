import type { FastifyInstance } from 'fastify';
import { writeProbe } from '../db/can-write.ts';
import type { Database } from '../db/connect.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { SECOND_MS, type Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';

const DATABASE_ANSWERS_WITHIN_MS = 2 * SECOND_MS;
/** The database is queried no more often than this, however often the endpoint is called. */
const ASKED_EVERY_MS = { ok: 5 * SECOND_MS, failed: SECOND_MS } as const;

type Readiness =
  | 'ok'
  | 'this process is about to end'
  | 'the clock of this process is not the database’s'
  | 'the database does not answer'
  | 'the database takes no writes';

/**
 * `/healthz`: the process answers. `/readyz`: also, its database answers and accepts writes, their clocks agree, and the process is not
 * about to end, so it can receive traffic.
 */
export function healthRoutes(
  app: FastifyInstance,
  parts: {
    readonly db: Database;
    readonly clock: Clock;
    readonly log: Log;
    readonly isDraining: () => boolean;
    readonly isClockWrong: () => Promise<boolean>;
  },
): void {
  const ready = readiness(parts);
  const readinessNow = async (): Promise<Readiness> => {
    if (parts.isDraining()) return 'this process is about to end';
    return (await parts.isClockWrong()) ? 'the clock of this process is not the database’s' : ready();
  };
  app.get('/healthz', { exposeHeadRoute: true }, () => ({ status: 'ok' }));
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const status = await readinessNow();
    if (status !== 'ok') reply.header('retry-after', ASKED_EVERY_MS.ok / SECOND_MS);
    return reply.code(status === 'ok' ? 200 : 503).send({ status });
  });
}

/** Requests about the process itself, answered even when it can serve nobody else. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

function readiness({ db, clock, log }: { db: Database; clock: Clock; log: Log }): () => Promise<Readiness> {
  let last: { readonly until: number; readonly status: Readiness } | null = null;
  let asking: Promise<Readiness> | null = null;
  const ask = async (): Promise<Readiness> => {
    const status = await Promise.race([probe(), within(DATABASE_ANSWERS_WITHIN_MS)]);
    last = { status, until: clock.wall().getTime() + ASKED_EVERY_MS[status === 'ok' ? 'ok' : 'failed'] };
    asking = null;
    return status;
  };
  // An abandoned probe keeps running; no second one starts beside it.
  let under: Promise<Readiness> | null = null;
  const probe = () =>
    (under ??= writeProbe(db.sql, clock.wall())
      .then(
        (): Readiness => 'ok',
        (error: unknown): Readiness => {
          log.warn({ err: error }, 'the database takes no writes');
          return isDatabaseAway(error) && !refusesWrites(error) ? 'the database does not answer' : 'the database takes no writes';
        },
      )
      .finally(() => {
        under = null;
      }));
  return () => {
    // Without the maximum, a clock that was set back would keep the last answer for that much longer.
    const leftMs = last === null ? 0 : last.until - clock.wall().getTime();
    if (last !== null && leftMs > 0 && leftMs <= ASKED_EVERY_MS.ok) return Promise.resolve(last.status);
    return (asking ??= ask());
  };
}

/** A full disk, or a read-only database: it answers, but accepts no writes. */
function refusesWrites(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(?:53100|58|25006)/.test(error.code);
}

function within(ms: number): Promise<Readiness> {
  return new Promise((resolve) => setTimeout(resolve, ms, 'the database does not answer').unref());
}
