import type { TransactionType } from '@boreal/contract/billing.ts';
import type { InvoiceLine } from '@boreal/contract/invoices.ts';
import type { Told } from '@boreal/contract/language.ts';
import { toCad, type Micros } from '@boreal/contract/money.ts';
import type { MovementSum, ServerUse } from './statement.store.ts';

/** What a month's use came to: hours and backup options that were charged, less what was given back of them. */
export function chargedForUse(movements: readonly MovementSum[]): Micros {
  return movements.filter((sum) => sum.against === 'revenue' && isUse(sum.type)).reduce((total, sum) => total - sum.micros, 0n);
}

function isUse(type: TransactionType): boolean {
  return type === 'usage' || type === 'backup' || type === 'refund';
}

/** The lines of a statement: use by server, all else by kind. With the opening balance they come to the closing one. */
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
  const compute = line({ en: `${serverName} (${planId}), ${hours} h`, fr: `${serverName} (${planId}), ${hours} h` }, -use.computeMicros);
  if (use.backupMicros === 0n) return [compute];
  return [compute, line({ en: `Backup option of ${serverName}`, fr: `Option de sauvegarde de ${serverName}` }, -use.backupMicros)];
}

function movementLine(sum: MovementSum): InvoiceLine {
  return line(wordsFor(sum), sum.micros);
}

function wordsFor({ type, against, direction }: MovementSum): Told {
  switch (type) {
    case 'topup':
      return { en: 'Credit bought', fr: 'Crédit acheté' };
    case 'promo':
      return { en: 'Credit given', fr: 'Crédit offert' };
    case 'order':
      if (direction === 'taken') return { en: 'Prepaid servers', fr: 'Serveurs prépayés' };
      return against === 'cash'
        ? { en: 'Paid by card for prepaid servers', fr: 'Payé par carte pour des serveurs prépayés' }
        : { en: 'Prepaid servers given back', fr: 'Serveurs prépayés remboursés' };
    case 'backup':
      return { en: 'Backup options of prepaid servers', fr: 'Options de sauvegarde de serveurs prépayés' };
    case 'refund':
      return against === 'cash'
        ? { en: 'Given back to a card', fr: 'Remis sur une carte' }
        : { en: 'Refunds to the credit', fr: 'Remboursements au crédit' };
    case 'adjustment':
      return { en: 'Corrections', fr: 'Corrections' };
    case 'usage':
      return { en: 'Use', fr: 'Utilisation' };
  }
}

function line(description: Told, micros: Micros): InvoiceLine {
  return { description, amount: toCad(micros) };
}
