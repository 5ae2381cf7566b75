import type { Locale } from '@boreal/contract/words/language.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { TransactionKind } from '@boreal/contract/billing/billing.ts';
import { descriptionOf } from '../../money/ledger/description.rules.ts';
import type { Entry } from './entries.rules.ts';

interface Wanted {
  readonly search?: string | undefined;
  readonly type?: TransactionKind | undefined;
  readonly locale: Locale;
}

/**
 * The entries that contain the words. A card payment and what it paid for moved at the same instant, so if one is found both are kept: to
 * the reader they are one thing.
 */
export function findEntries(entries: readonly Entry[], { search, type, locale }: Wanted): readonly Entry[] {
  const words = plain(search ?? '');
  if (words === '' && type === undefined) return entries;
  const found = entries.filter((entry) => isOf(entry, type) && wordsOf(entry, locale).some((text) => plain(text).includes(words)));
  const own = new Set(found);
  const instants = new Set(found.flatMap((entry) => instantOf(entry) ?? []));
  return entries.filter((entry) => own.has(entry) || instants.has(instantOf(entry) ?? -1));
}

/** The instant of an entry that goes with a card payment; null for any other entry. */
function instantOf({ kind, row }: Entry): number | null {
  return kind === 'single' && (row.type === 'order' || row.type === 'refund') ? row.createdAt.getTime() : null;
}

const isOf = (entry: Entry, type: TransactionKind | undefined) =>
  type === undefined || type === (entry.kind === 'charges' ? 'usage' : entry.row.type);

function wordsOf(entry: Entry, locale: Locale): readonly string[] {
  const { serverId, serverName, day, micros } = entry.row;
  const shared = [serverId ?? '', serverName ?? '', day, ...amountsOf(micros)];
  return entry.kind === 'charges' ? shared : [...shared, entry.row.id, descriptionOf(entry.row, locale)];
}

/** Amounts as people type them in either language: 1567.11, 1,567.11 or 1567,11. */
function amountsOf(micros: bigint): readonly string[] {
  const cad = Math.abs(toCad(micros));
  const cents = cad.toFixed(2);
  return [cents, cents.replace('.', ','), cents.replace(/\B(?=(\d{3})+\.)/g, ','), String(cad)];
}

/** People who search often omit accents and capitals. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
