import { fastify } from 'fastify';
import { Gauge } from 'prom-client';
import { SECOND_MS } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { HouseMetrics } from './house-metrics.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** Prometheus gives up after ten seconds by default: what the process knows about itself must arrive in any case. */
const HOUSE_READ_WITHIN_MS = 5 * SECOND_MS;

/**
 * Serves `/metrics` for Prometheus on a separate address, meant only for monitoring. Without the database the answer contains what the
 * process counts about itself, and `boreal_house_readable 0`.
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
    // The database is queried once, however many requests arrive and however slow it is.
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
