import type { SeenServer } from '../observed.ts';
import { cad, type Facts } from './facts.ts';
import { priceAt } from './prices.ts';

/** Terms are paid once each, by a charge that the provider took, at the price in force, and nobody pays by the hour as well. */
export function checkTerms({ notes, seen }: Facts): string[] {
  const wrong: string[] = [];
  for (const payment of seen.payments) {
    const { id, status, takenByProvider } = payment;
    if (status === 'succeeded' && !takenByProvider) wrong.push(`payment ${id} has succeeded, and the provider has taken nothing`);
    if (status !== 'succeeded' && takenByProvider) wrong.push(`the provider has taken payment ${id}, and it is ${status}`);
  }
  for (const { id, forOrder, takenByProvider, netMicros, backMicros } of seen.payments) {
    const served = [...seen.terms.values()].flat().some(({ paymentId }) => paymentId === id);
    if (forOrder && takenByProvider && !served && backMicros < netMicros) wrong.push(`payment ${id} bought no term and was kept`);
  }
  for (const server of seen.servers) {
    const terms = seen.terms.get(server.id) ?? [];
    if (server.billingCycle === 'hourly') {
      if (terms.length > 0) wrong.push(`${server.id} is billed by the hour and has a term`);
      continue;
    }
    if ((seen.hours.get(server.id) ?? []).length > 0) wrong.push(`${server.id} is paid ahead and is billed by the hour`);
    wrong.push(...checkGivenBack({ seen }, server));
    for (const [n, term] of terms.entries()) {
      const before = terms[n - 1];
      if (before && before.endsAt > term.startsAt) wrong.push(`terms of ${server.id} overlap at ${term.startsAt.toISOString()}`);
      const hourly = priceAt(notes.prices, { plan: server.planId, accountId: server.accountId, at: term.askedAt });
      const monthly = hourly === null ? null : monthlyOf(hourly);
      if (monthly !== term.planMicros)
        wrong.push(`a month of ${server.id} cost ${cad(term.planMicros)}, and the price was ${monthly === null ? 'none' : cad(monthly)}`);
    }
  }
  return wrong;
}

/** A term that never began, because its server never came up or was deleted before, goes back to its card; one that has begun does not. */
function checkGivenBack({ seen }: Pick<Facts, 'seen'>, { id, status }: SeenServer): string[] {
  const wrong: string[] = [];
  const events = seen.events.get(id) ?? [];
  const deleted = events.find(({ type }) => type === 'server.deleted')?.at;
  const cameUp = events.find(({ type }) => type === 'server.active')?.at;
  for (const term of seen.terms.get(id) ?? []) {
    const payment = seen.payments.find((one) => one.id === term.paymentId);
    if (!payment) continue;
    const began = cameUp !== undefined && (deleted === undefined || term.startsAt <= deleted);
    const when = term.startsAt.toISOString();
    if (began && payment.backByItself > 0n) wrong.push(`the term of ${when} of ${id} has begun, and went back to its card`);
    if (status === 'DELETED' && !began && payment.backMicros < payment.netMicros)
      wrong.push(`the term of ${when} of ${id} never began, and ${cad(payment.netMicros - payment.backMicros)} of it were kept`);
  }
  return wrong;
}

/** Three quarters of 730 hours, in whole dollars. */
function monthlyOf(hourly: bigint): bigint {
  const quarters = hourly * 730n * 3n;
  return ((quarters + 2_000_000n) / 4_000_000n) * 1_000_000n;
}
