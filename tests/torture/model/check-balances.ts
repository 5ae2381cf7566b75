import { cad, type Facts } from './facts.ts';

/** Each account has what it was given and has bought, less what it was charged for, plus what came back. */
export function checkBalances({ notes, seen }: Facts): string[] {
  const wrong: string[] = [];
  for (const [accountId, balance] of seen.balances) {
    const movements = seen.movements.get(accountId) ?? [];
    const sumOf = (...types: readonly string[]) => sum(movements.filter(({ type }) => types.includes(type)).map(({ micros }) => micros));
    const servers = seen.servers.filter((server) => server.accountId === accountId).map(({ id }) => id);
    const say = (what: string, is: bigint, should: bigint) => {
      if (is !== should) wrong.push(`${what} of ${accountId} is ${cad(is)}, and ${cad(should)} are right`);
    };
    say('the balance', balance, sum(movements.map(({ micros }) => micros)));
    say('the last balance told', movements.at(-1)?.balanceAfter ?? 0n, balance);
    const hours = servers.flatMap((id) => seen.hours.get(id) ?? []);
    say('what use was charged', -sumOf('usage'), sum(hours.map(({ compute, backup }) => compute + backup)));
    const payments = seen.payments.filter((payment) => payment.accountId === accountId);
    const bought = sum(payments.filter(({ takenByProvider, forOrder }) => takenByProvider && !forOrder).map(({ netMicros }) => netMicros));
    say('what was bought by card', sumOf('topup'), bought);
    // What goes back to a card, or is taken back by a bank, is for the provider's books to prove.
    if (payments.some(({ backMicros }) => backMicros > 0n)) continue;
    const given = sum(notes.grants.filter((grant) => grant.accountId === accountId).map(({ micros }) => micros));
    say('what was given by hand', sumOf('promo', 'adjustment'), given);
    say('what came back for hours', sumOf('refund'), sum(servers.flatMap((id) => seen.refunds.get(id) ?? []).map(({ micros }) => micros)));
    const ordered = sum(payments.filter(({ takenByProvider, forOrder }) => takenByProvider && forOrder).map(({ netMicros }) => netMicros));
    const terms = sum(servers.flatMap((id) => seen.terms.get(id) ?? []).map(({ planMicros, backupMicros }) => planMicros + backupMicros));
    say('what was paid ahead and not used for terms', sumOf('order'), ordered - terms);
  }
  return wrong;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
