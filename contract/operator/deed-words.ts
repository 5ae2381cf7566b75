import type { Language } from '../words/language.ts';
import type { DeedKind, OperatorDeed } from './deeds.ts';

type Cad = (amount: number) => string;
type Words = { readonly [K in DeedKind]: (deed: Extract<OperatorDeed, { kind: K }>, cad: Cad) => string };
type LimitsDeed = Extract<OperatorDeed, { kind: 'budget' }>;

const en: Words = {
  credit: ({ amount }, cad) => `Give ${cad(amount)} of credit`,
  debit: ({ amount }, cad) => `Take back ${cad(amount)} of credit`,
  refund: ({ amount }, cad) => `Refund ${cad(amount)} before tax to the card`,
  price: ({ planId, hourly, before, listComing }, cad) => {
    const change =
      before === null
        ? `Sell ${planId} at ${cad(hourly)} an hour`
        : `Change the price of ${planId} from ${cad(before.hourly)} to ${cad(hourly)} an hour`;
    return listComing.length === 0 ? change : `${change}, while the list price becomes ${listComing.map(cad).join(', then ')}`;
  },
  price_withdrawal: ({ planId, before, listThen, listComing }, cad) => {
    const own =
      before === null
        ? `Withdraw the account’s own price for ${planId}`
        : `Withdraw the account’s own price for ${planId}, ${cad(before.hourly)} an hour`;
    const then = listThen === null ? own : `${own}: it then pays ${cad(listThen)} an hour`;
    return listThen === null || listComing.length === 0 ? then : `${then}, later ${listComing.map(cad).join(', then ')}`;
  },
  settlement: ({ amount, servers: { length } }, cad) =>
    `Refund ${cad(amount)} charged since the copy for ${length === 1 ? 'a server that had' : `${length} servers that had`} ended`,
  budget: (deed, cad) =>
    limits(deed, cad, { month: 'Monthly limit', day: 'Daily limit', none: 'none', to: 'to', colon: ':', semicolon: ';' }),
};

const fr: Words = {
  credit: ({ amount }, cad) => `Accorder un crédit de ${cad(amount)}`,
  debit: ({ amount }, cad) => `Reprendre ${cad(amount)} de crédit`,
  refund: ({ amount }, cad) => `Rembourser ${cad(amount)} avant taxes sur la carte`,
  price: ({ planId, hourly, before, listComing }, cad) => {
    const change =
      before === null
        ? `Vendre ${planId} à ${cad(hourly)} l’heure`
        : `Faire passer le prix de ${planId} de ${cad(before.hourly)} à ${cad(hourly)} l’heure`;
    return listComing.length === 0 ? change : `${change}, alors que le prix courant passera à ${listComing.map(cad).join(', puis à ')}`;
  },
  price_withdrawal: ({ planId, before, listThen, listComing }, cad) => {
    const own =
      before === null
        ? `Retirer le prix propre au compte pour ${planId}`
        : `Retirer le prix propre au compte pour ${planId}, ${cad(before.hourly)} l’heure`;
    const then = listThen === null ? own : `${own}\u00a0: il paie ensuite ${cad(listThen)} l’heure`;
    return listThen === null || listComing.length === 0 ? then : `${then}, puis ${listComing.map(cad).join(', puis ')}`;
  },
  settlement: ({ amount, servers: { length } }, cad) =>
    `Rembourser ${cad(amount)} facturés depuis la copie pour ${length === 1 ? 'un serveur qui n’existait plus' : `${length} serveurs qui n’existaient plus`}`,
  budget: (deed, cad) =>
    limits(deed, cad, {
      month: 'Limite mensuelle',
      day: 'Limite quotidienne',
      none: 'aucune',
      to: 'à',
      colon: '\u00a0:',
      semicolon: '\u202f;',
    }),
};

function limits(
  { before, after }: LimitsDeed,
  cad: Cad,
  { month, day, none, to, colon, semicolon }: { month: string; day: string; none: string; to: string; colon: string; semicolon: string },
): string {
  const amount = (limit: number | null) => (limit === null ? none : cad(limit));
  const part = (name: string, was: number | null, is: number | null) =>
    is === was ? [] : [`${name}${colon} ${amount(was)} ${to} ${amount(is)}`];
  return [...part(month, before.monthlyLimit, after.monthlyLimit), ...part(day, before.dailyLimit, after.dailyLimit)].join(`${semicolon} `);
}

/** What an operator wants done, in one line; `cad` formats an amount. */
export function deedInWords(deed: OperatorDeed, { language, cad }: { language: Language; cad: Cad }): string {
  const words = language === 'fr' ? fr : en;
  switch (deed.kind) {
    case 'credit':
      return words.credit(deed, cad);
    case 'debit':
      return words.debit(deed, cad);
    case 'refund':
      return words.refund(deed, cad);
    case 'price':
      return words.price(deed, cad);
    case 'price_withdrawal':
      return words.price_withdrawal(deed, cad);
    case 'settlement':
      return words.settlement(deed, cad);
    case 'budget':
      return words.budget(deed, cad);
  }
}
