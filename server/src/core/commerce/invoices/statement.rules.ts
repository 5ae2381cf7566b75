import type { TransactionType } from '@boreal/contract/billing/billing.ts';
import { statementLines as words } from '@boreal/contract/billing/document-words.ts';
import type { InvoiceLine } from '@boreal/contract/billing/invoices.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import { toCad, type Micros } from '@boreal/contract/values/money.ts';
import type { MovementSum, ServerUse } from './statement.store.ts';

/** The net amount of a month's usage: hours and backup options charged, less their refunds. */
export function chargedForUse(movements: readonly MovementSum[]): Micros {
  return movements.filter((sum) => sum.against === 'revenue' && isUse(sum.type)).reduce((total, sum) => total - sum.micros, 0n);
}

function isUse(type: TransactionType): boolean {
  return type === 'usage' || type === 'backup' || type === 'refund';
}

/** The lines of a statement: usage by server, everything else by kind. Opening balance plus lines equals the closing balance. */
export function statementLines(movements: readonly MovementSum[], uses: readonly ServerUse[]): InvoiceLine[] {
  const others = movements.filter(({ type }) => type !== 'usage');
  return [
    ...others.filter(({ direction }) => direction === 'given').map(movementLine),
    ...uses.flatMap(useLines),
    ...others.filter(({ direction }) => direction === 'taken').map(movementLine),
  ];
}

function useLines(use: ServerUse): InvoiceLine[] {
  const { serverName, planId, hours } = use;
  const compute = line(words.hours({ server: serverName, plan: planId, hours }), -use.computeMicros);
  if (use.backupMicros === 0n) return [compute];
  return [compute, line(words.backupOption(serverName), -use.backupMicros)];
}

function movementLine(sum: MovementSum): InvoiceLine {
  return line(wordsFor(sum), sum.micros);
}

function wordsFor({ type, against, direction }: MovementSum): Told {
  switch (type) {
    case 'topup':
      return words.creditBought;
    case 'promo':
      return words.creditGiven;
    case 'order':
      if (direction === 'taken') return words.prepaid;
      return against === 'cash' ? words.prepaidByCard : words.prepaidGivenBack;
    case 'backup':
      return words.prepaidBackups;
    case 'refund':
      return against === 'cash' ? words.toCard : words.toCredit;
    case 'adjustment':
      return words.corrections;
    case 'usage':
      return words.use;
  }
}

function line(description: Told, micros: Micros): InvoiceLine {
  return { description, amount: toCad(micros) };
}
