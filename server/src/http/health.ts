import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connect.ts';

const DATABASE_ANSWERS_WITHIN_MS = 2000;

/** `/healthz`: the process answers. `/readyz`: its database does too, so that traffic may come. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', { exposeHeadRoute: true }, () => ({ status: 'ok' }));
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const ready = await Promise.race([databaseAnswers(db), within(DATABASE_ANSWERS_WITHIN_MS)]);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'the database does not answer' });
  });
}

function databaseAnswers(db: Database): Promise<boolean> {
  return db.pool.query('select 1').then(
    () => true,
    () => false,
  );
}

function within(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref());
}
