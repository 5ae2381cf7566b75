import { metricsWindows, type Metrics, type MetricsDuration } from '@boreal/contract/servers/servers.ts';
import type { Engine, MetricsSample, MetricsWindow } from '../../../../engines/engine.ts';
import type { Engines } from '../../../../engines/engines.ts';
import { addMs, SECOND_MS } from '../../../../kit/clock.ts';
import { AppError, notFound } from '../../../../kit/errors.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { readServerView } from './server-views.store.ts';

const CALL_TIMEOUT_MS = 8 * SECOND_MS;

/**
 * CPU and RAM in percent, network in bytes per second, over the last `duration`. Omits times without a measurement, so the four series
 * always have the same length; all are empty if the engine measures nothing.
 * @throws NOT_PROVISIONED while the server has never been ACTIVE
 */
export async function getServerMetrics(
  ctx: CustomerCtx,
  input: { serverId: string; duration: MetricsDuration },
  engines: Engines,
): Promise<Metrics> {
  const now = ctx.clock.now();
  const server = await readServerView(ctx.db, { accountId: ctx.accountId, now, serverId: input.serverId });
  if (!server) throw notFound('server');
  if (server.firstActiveAt === null) throw new AppError('NOT_PROVISIONED', { currentStatus: server.status });
  const { seconds, stepSeconds } = metricsWindows[input.duration];
  // Includes a sample of this very moment, so that a server has metrics as soon as it runs.
  const window = { from: addMs(now, -seconds * SECOND_MS), to: addMs(now, 1), stepSeconds };
  const samples = await readSamples(ctx, engines.of(server), input.serverId, window);
  return toMetrics(samples);
}

/** What the engine measured; empty while it does not answer, as for any other time without a measurement. */
export async function readSamples(
  ctx: CustomerCtx,
  engine: Engine,
  serverId: string,
  window: MetricsWindow,
): Promise<readonly MetricsSample[]> {
  try {
    return await engine.metrics(serverId, window, AbortSignal.timeout(CALL_TIMEOUT_MS));
  } catch (error) {
    ctx.log.warn({ err: error, serverId }, 'the engine gave no metrics');
    return [];
  }
}

function toMetrics(samples: readonly MetricsSample[]): Metrics {
  const timestamps = samples.map((sample) => sample.at.toISOString());
  const series = (value: (sample: MetricsSample) => number) => ({ timestamps, values: samples.map(value) });
  return {
    cpu: series((sample) => sample.cpu),
    ram: series((sample) => sample.ram),
    network_in: series((sample) => sample.networkIn),
    network_out: series((sample) => sample.networkOut),
  };
}
