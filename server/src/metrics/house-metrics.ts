import { Gauge, Registry } from 'prom-client';
import { getOverview } from '../core/commerce/oversight/get-overview.ts';
import { readMoneyAtWork } from '../core/commerce/oversight/money-at-work.store.ts';
import { readWorkUnderWay } from '../core/commerce/oversight/work-under-way.store.ts';
import { newestProof } from '../core/money/verification/ledger-proofs.store.ts';
import { listFenced } from '../core/fleet/holders/holders.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';

/** What the database says about Boreal as a whole, the same from every process: the figures of the operator's overview. */
export interface HouseMetrics {
  /** All current values, in Prometheus' format. Throws what the database throws. One call at a time. */
  read(): Promise<string>;
}

/** @param engines those configured for this process */
export function createHouseMetrics(ctx: Ctx, engines: readonly { readonly name: string }[]): HouseMetrics {
  const registry = new Registry();
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });

  const servers = gauge('boreal_servers', 'Servers that are not deleted, by status.', ['status']);
  const gpus = gauge('boreal_gpus', 'GPUs in all hosts.');
  const gpusHeld = gauge('boreal_gpus_held', 'GPUs that servers have, or have yet to leave.');
  const gpusAside = gauge('boreal_gpus_aside', 'GPUs that are suspect or quarantined, and not sold.');
  const hosts = gauge('boreal_hosts', 'Hosts, by state; silent ones do not answer, whatever their state.', ['state']);
  const fenced = gauge('boreal_engine_fenced', '1: another Boreal drives the engine, and this one rests; must be 0.', ['engine']);
  const accounts = gauge('boreal_accounts', 'Accounts of customers.');
  const suspended = gauge('boreal_accounts_suspended', 'Accounts that are suspended.');
  const revenue = gauge('boreal_revenue_cad', 'Earned since midnight and since the month began, in Toronto; CAD.', ['since']);
  const credit = gauge('boreal_customer_credit_cad', 'Prepaid credit of all customers; CAD.');
  const lag = gauge('boreal_meter_lag_seconds', 'How far the meter is behind the clock by which hours are billed.');
  const unbilled = gauge('boreal_hours_unbilled', 'Hours of servers that began more than ten minutes ago and are not billed; must be 0.');
  const proofAge = gauge('boreal_ledger_proof_age_seconds', 'How long ago the ledger was last proven; NaN: never.');
  const broken = gauge('boreal_ledger_checks_broken', 'Checks of the ledger that did not hold when it was last proven; must be 0.');
  const webhooks = gauge('boreal_webhooks_waiting', 'Messages of the payment provider that could not be applied for ten minutes.');
  const leases = gauge('boreal_leases', 'Work that a process has taken, by kind; expired: it ended without giving it back.', [
    'of',
    'state',
  ]);
  const stuck = gauge('boreal_stuck', 'Work that does not get on, by kind.', ['kind']);
  const mail = gauge('boreal_mail', 'Mail that waits, and mail that was given up.', ['state']);
  const tickets = gauge('boreal_tickets_waiting', 'Tickets that wait for an operator.');
  const requests = gauge('boreal_credit_requests_waiting', 'What waits for a second operator: credit, refunds, prices, limits.');

  return {
    async read() {
      const { clock, db } = ctx;
      const [overview, money, proof, work, drivenByOthers] = await Promise.all([
        getOverview(ctx),
        readMoneyAtWork(db.sql),
        newestProof(db.sql),
        readWorkUnderWay(db.sql, { now: clock.now(), wall: clock.wall() }),
        listFenced(db.sql, engines),
      ]);
      for (const { status, count } of overview.servers) servers.set({ status }, count);
      gpus.set(overview.gpus.total);
      gpusHeld.set(overview.gpus.held);
      gpusAside.set(overview.gpus.aside);
      for (const [state, count] of Object.entries(overview.hosts)) hosts.set({ state }, count);
      for (const { name } of engines) fenced.set({ engine: name }, drivenByOthers.some(({ engine }) => engine === name) ? 1 : 0);
      accounts.set(overview.accounts.total);
      suspended.set(overview.accounts.suspended);
      revenue.set({ since: 'midnight' }, overview.revenue.today);
      revenue.set({ since: 'month' }, overview.revenue.thisMonth);
      credit.set(money.creditCad);
      lag.set((clock.now().getTime() - money.billedThrough.getTime()) / 1000);
      unbilled.set(work.hoursUnbilled);
      proofAge.set(proof === null ? Number.NaN : (clock.now().getTime() - proof.provenAt.getTime()) / 1000);
      broken.set(proof?.broken ?? 0);
      webhooks.set(work.newsWaiting);
      for (const { kind, held, expired } of work.leases) {
        leases.set({ of: kind, state: 'held' }, held);
        leases.set({ of: kind, state: 'expired' }, expired);
      }
      for (const [kind, count] of Object.entries(overview.stuck)) stuck.set({ kind }, count);
      mail.set({ state: 'waiting' }, overview.mail.waiting);
      mail.set({ state: 'given_up' }, overview.mail.givenUp);
      tickets.set(overview.ticketsWaiting);
      requests.set(overview.requests);
      return registry.metrics();
    },
  };
}
