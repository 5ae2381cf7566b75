import { ensurePartitions } from '../db/migrate.ts';
import type { Engine } from '../engines/engine.ts';
import type { Engines } from '../engines/engines.ts';
import type { GpuExporter } from '../engines/gpu-exporter.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kit/clock.ts';
import type { Payments } from '../payments/port.ts';
import { warnLowCredit } from './commerce/credit-warnings/warn-low-credit.ts';
import { issueStatements } from './commerce/invoices/issue-statements.ts';
import { expireRequests } from './commerce/operator-requests/expire-requests.ts';
import { tendOrders } from './commerce/orders/tend-orders.ts';
import { keepRevenueDays } from './commerce/oversight/keep-revenue-days.ts';
import { dropOldEvents, tendPayments } from './commerce/settlement/tend-payments.ts';
import { reloadLowCredit } from './commerce/top-ups/reload-low-credit.ts';
import { createStraySweep, removeDeletedBackups } from './fleet/backups/remove-backups.ts';
import { dropOldPoolReadings, POOL_READING_MS, recordPoolReadings } from './fleet/capacity/use/utilisation.ts';
import { createHealthWatch } from './fleet/capacity/health/watch-gpu-health.ts';
import { tendHolder } from './fleet/holders/tend-holder.ts';
import { mailIncidents } from './fleet/incidents/mail-incidents.ts';
import { tendBackups } from './fleet/lifecycle/backup/tend-backups.ts';
import { sweepServers } from './fleet/lifecycle/converge/sweep-servers.ts';
import { askCapacity } from './fleet/lifecycle/watch/ask-capacity.ts';
import { createEvacuation } from './fleet/lifecycle/watch/create-evacuation.ts';
import { createWatch } from './fleet/lifecycle/watch/create-watch.ts';
import { createOrphanSweep } from './fleet/lifecycle/watch/remove-orphans.ts';
import { dropOldReadings } from './fleet/readings/reading-book.ts';
import { forgetRequests } from './fleet/subscribers/forget-requests.ts';
import { tellStockBack } from './fleet/stock-alerts/tell-stock-back.ts';
import type { Ctx } from './ground/ctx.ts';
import { tellExpiringKeys } from './ground/keys/tell-expiring-keys.ts';
import { proveIfAsked, proveLedger } from './money/verification/prove-ledger.ts';
import { runMeter } from './run-meter.ts';

/** Periodic work. Any number of workers may run it at the same time; a run that fails is retried at its next time. */
export interface Schedule {
  /** The interval: in product time, which may run faster than real time, or in real time. */
  readonly every: { readonly productMs: number } | { readonly wallMs: number };
  readonly run: () => Promise<unknown>;
  /** Runs even if another Boreal drives this one's engine: it has no effect outside the database. */
  readonly evenFenced?: true;
  /** For work done with every engine: `run` for each engine separately. The worker lets none wait for another, which may hang. */
  readonly lanes?: readonly Lane[];
}

interface Lane {
  readonly engine: string;
  readonly run: () => Promise<unknown>;
}

const MEASURE_MS = 30 * SECOND_MS;

/**
 * The schedules of money and machines by name, in the order in which they run when several are due together. The worker adds those of mail
 * and of the doors. Some remember what they saw last time, so one table serves one worker.
 */
export function createSchedules(
  ctx: Ctx,
  { engines, payments, exporter }: { engines: Engines; payments: Payments; exporter?: GpuExporter | null },
) {
  const each = (work: (engine: Engine) => (() => Promise<unknown>) | undefined) => withEach(engines, work);
  return {
    sweep: { every: { wallMs: 3 * SECOND_MS }, run: () => sweepServers(ctx) },
    autoReload: { every: { productMs: MINUTE_MS }, run: () => reloadLowCredit(ctx) },
    payments: { every: { productMs: 5 * SECOND_MS }, run: () => tendPayments(ctx, payments) },
    orders: { every: { productMs: MINUTE_MS }, run: () => tendOrders(ctx) },
    meter: { every: { productMs: MINUTE_MS }, run: () => runMeter(ctx) },
    lowCredit: { every: { productMs: 5 * MINUTE_MS }, run: () => warnLowCredit(ctx) },
    ledgerProof: { every: { productMs: HOUR_MS }, run: () => proveLedger(ctx) },
    askedProof: { every: { wallMs: 10 * SECOND_MS }, run: () => proveIfAsked(ctx) },
    statements: { every: { productMs: HOUR_MS }, run: () => issueStatements(ctx) },
    revenueDays: { every: { productMs: HOUR_MS }, run: () => keepRevenueDays(ctx) },
    backups: { every: { productMs: MINUTE_MS }, run: () => tendBackups(ctx) },
    deletedBackups: { every: { productMs: 10 * SECOND_MS }, ...each((engine) => () => removeDeletedBackups(ctx, engine)) },
    storedBackups: { every: { productMs: 10 * MINUTE_MS }, ...each((engine) => createStraySweep(ctx, engine)) },
    holders: { every: { wallMs: MINUTE_MS }, evenFenced: true, ...each(tendEach(ctx)) },
    watch: { every: { productMs: 15 * SECOND_MS }, evenFenced: true, ...each((engine) => createWatch(ctx, engine)) },
    capacity: { every: { productMs: MINUTE_MS }, ...each((engine) => () => askCapacity(ctx, engine)) },
    evacuation: { every: { productMs: 15 * SECOND_MS }, ...each((engine) => createEvacuation(ctx, engine)) },
    orphans: { every: { productMs: 10 * MINUTE_MS }, ...each((engine) => createOrphanSweep(ctx, engine)) },
    measure: { every: { productMs: MINUTE_MS }, ...each(measureEach) },
    ...(exporter && { gpuHealth: { every: { wallMs: MINUTE_MS }, run: createHealthWatch(ctx, exporter) } }),
    poolReadings: { every: { productMs: POOL_READING_MS }, run: () => recordPoolReadings(ctx) },
    incidentMail: { every: { productMs: 15 * SECOND_MS }, run: () => mailIncidents(ctx) },
    stockAlerts: { every: { productMs: MINUTE_MS }, run: () => tellStockBack(ctx) },
    oldProviderEvents: { every: { productMs: HOUR_MS }, run: () => dropOldEvents(ctx) },
    oldReadings: { every: { productMs: HOUR_MS }, run: () => dropOldReadings(ctx) },
    oldSubscriptionRequests: { every: { productMs: HOUR_MS }, run: () => forgetRequests(ctx) },
    oldPoolReadings: { every: { productMs: HOUR_MS }, run: () => dropOldPoolReadings(ctx) },
    operatorRequests: { every: { productMs: MINUTE_MS }, run: () => expireRequests(ctx) },
    expiringKeys: { every: { productMs: HOUR_MS }, run: () => tellExpiringKeys(ctx) },
    partitions: { every: { productMs: DAY_MS }, evenFenced: true, run: () => ensurePartitions(ctx.db.sql, ctx.clock.now()) },
  } satisfies Record<string, Schedule>;
}

/** One lane for each engine that has this work. `run` runs all lanes, whatever fails in between, and throws the first failure. */
function withEach(engines: Engines, work: (engine: Engine) => (() => Promise<unknown>) | undefined): Pick<Schedule, 'run' | 'lanes'> {
  const lanes = engines.all.flatMap((engine): Lane[] => {
    const run = work(engine);
    return run ? [{ engine: engine.name, run }] : [];
  });
  const run = async () => {
    const failures: unknown[] = [];
    for (const lane of lanes) await lane.run().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  return { run, lanes };
}

/** Checks whether another Boreal drives an engine now. */
function tendEach(ctx: Ctx) {
  return (engine: Engine) =>
    engine.holder && (() => tendHolder(ctx, engine, { counts: 'due', signal: AbortSignal.timeout(engine.answers.hosts) }));
}

function measureEach({ measure }: Engine): (() => Promise<unknown>) | undefined {
  return measure && (() => measure(AbortSignal.timeout(MEASURE_MS)));
}

export type Schedules = ReturnType<typeof createSchedules>;
