import { fastify } from 'fastify';
import { Gauge } from 'prom-client';
import { SECOND_MS } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { HouseMetrics } from './house-metrics.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** Prometheus gives up after ten seconds unless told otherwise: what the process knows of itself is to come in any case. */
const HOUSE_READ_WITHIN_MS = 5 * SECOND_MS;

/**
 * Serves `/metrics` for Prometheus on an address of its own, which is nobody's business but monitoring's. Without the database the
 * answer has what the process counts of itself, and `boreal_house_readable 0`.
 */
export async function serveMetrics(parts: {
  process: ProcessMetrics;
  house: HouseMetrics;
  log: Log;
  listen: { readonly host: string; readonly port: number };
}): Promise<{ close(): Promise<void> }> {
  const { process, house, log } = parts;
  const readable = new Gauge({
    name: 'boreal_house_readable',
    help: 'Whether the database told the figures of the whole house for this answer.',
    registers: [process.registry],
  });
  let reading: Promise<string | null> | null = null;
  const app = fastify({ logger: false });
  app.get('/metrics', async (_request, reply) => {
    // However many ask at once, and however slow the database is, it is asked once.
    reading ??= house
      .read()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the figures for monitoring could not be read');
        return null;
      })
      .finally(() => {
        reading = null;
      });
    const figures = await Promise.race([reading, after(HOUSE_READ_WITHIN_MS)]);
    readable.set(figures === null ? 0 : 1);
    const own = await process.registry.metrics();
    return reply.type(process.registry.contentType).send(figures === null ? own : `${own}\n${figures}`);
  });
  await app.listen(parts.listen);
  return { close: () => app.close() };
}

function after(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref());
}
