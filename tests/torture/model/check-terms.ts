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
  for (const server of seen.servers) {
    const terms = seen.terms.get(server.id) ?? [];
    if (server.billingCycle === 'hourly') {
      if (terms.length > 0) wrong.push(`${server.id} is billed by the hour and has a term`);
      continue;
    }
    if ((seen.hours.get(server.id) ?? []).length > 0) wrong.push(`${server.id} is paid ahead and is billed by the hour`);
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

/** Three quarters of 730 hours, in whole dollars. */
function monthlyOf(hourly: bigint): bigint {
  const quarters = hourly * 730n * 3n;
  return ((quarters + 2_000_000n) / 4_000_000n) * 1_000_000n;
}
