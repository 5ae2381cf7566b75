import type { Config } from '../config.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import type { KeptBackups } from '../db/backup/keep-backups.ts';
import { errorCode } from '../db/postgres-errors.ts';
import type { Engine } from '../engines/engine.ts';
import type { Measures } from '../kit/measures.ts';
import { StartRefused } from './start-refused.ts';

export interface OpenMetrics {
  /** Undefined: nothing reads them. */
  readonly measures: Measures | undefined;
  /** Wraps an engine so that its calls are measured, if anything reads the measurements. */
  readonly measured: (engine: Engine) => Engine;
  close(): Promise<void>;
}

/**
 * Measures the process and serves the measurements, if the configuration gives an address. @throws StartRefused the address cannot be
 * listened on
 */
export async function openMetrics(
  config: Pick<Config, 'metrics' | 'role' | 'mode' | 'engines'>,
  ctx: Ctx,
  kept: KeptBackups | null,
): Promise<OpenMetrics> {
  const { metrics: listen, role, mode, engines } = config;
  if (listen === null) return { measures: undefined, measured: (engine) => engine, close: () => Promise.resolve() };
  // The library is loaded only if it is used.
  const [{ createProcessMetrics }, { backupGauges }, { createHouseMetrics }, { measureEngine }, { serveMetrics }] = await Promise.all([
    import('../metrics/process-metrics.ts'),
    import('../metrics/backup-gauges.ts'),
    import('../metrics/house-metrics.ts'),
    import('../metrics/measure-engine.ts'),
    import('../metrics/serve-metrics.ts'),
  ]);
  const process = createProcessMetrics({ db: ctx.db, about: { role, mode, engine: engines.map(({ name }) => name).join(',') } });
  if (kept) for (const gauge of backupGauges(kept, ctx.clock)) process.registry.registerMetric(gauge);
  const served = await serveMetrics({ process, house: createHouseMetrics(ctx, engines), log: ctx.log, listen }).catch((error: unknown) => {
    throw refused(error, listen) ?? error;
  });
  const { measures } = process;
  return { measures, measured: (engine) => measureEngine(engine, measures), close: () => served.close() };
}

function refused(error: unknown, { host, port }: { host: string; port: number }): StartRefused | null {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return new StartRefused(`BOREAL_METRICS: another program listens on port ${port} of ${host}. Take another port.`);
  if (code === 'EACCES') return new StartRefused(`BOREAL_METRICS: port ${port} is not allowed to this user. Take one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartRefused(`BOREAL_METRICS: ${host} is no address of this machine.`);
  return null;
}
