import { BILLING_TIMEZONE, type TransactionsFileQuery, type TransactionType } from '@boreal/contract/billing/billing.ts';
import { transactionsHead } from '@boreal/contract/billing/document-words.ts';
import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { toCad, toCadText, type Micros } from '@boreal/contract/values/money.ts';
import { tellTransaction } from '@boreal/contract/billing/transaction-words.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../kit/csv.ts';
import { listLines, type DayRow, type LineRow } from '../../fleet/charges/charges.store.ts';
import type { Entry } from '../../fleet/charges/entries.rules.ts';
import { walkEntries } from '../../fleet/charges/walk-entries.ts';
import { dayOf } from '../../ground/calendar.rules.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { spanOfDays } from '../../ground/span-of-days.rules.ts';
import { descriptionOf } from '../../money/ledger/description.rules.ts';
import { listMovements, type MovementRow } from '../../money/ledger/ledger.store.ts';

const BATCH = 1000;

type FileInput = TransactionsFileQuery & { readonly language: Language };

/** A transaction; or, where a search may leave out part of it, the part for one server and hour, which has no balance of its own. */
interface FileRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly type: TransactionType;
  /** Negative when taken. */
  readonly micros: Micros;
  readonly balanceAfterMicros: Micros | null;
  readonly serverId: string | null;
  readonly serverName: string | null;
  readonly description: string;
}

/**
 * The account's transactions between two dates as CSV (RFC 4180, UTF-8), newest first, in chunks, so that years of them need little memory.
 * Amounts are exact. With a filter as on the page, the hours that the page groups are listed one by one, because one transaction pays for
 * hours of several servers. @throws INVALID_REQUEST the end is before the beginning
 */
export async function transactionsAsCsv(ctx: CustomerCtx, input: FileInput): Promise<AsyncGenerator<string>> {
  return csvLines(await readRows(ctx, input), input.language);
}

/** The same as JSON. Amounts are decimal strings, so that no program rounds them. */
export async function transactionsAsJson(ctx: CustomerCtx, input: FileInput): Promise<AsyncGenerator<string>> {
  return jsonParts(await readRows(ctx, input), ctx.accountId, input);
}

async function* csvLines(batches: AsyncGenerator<readonly FileRow[]>, language: Language): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(transactionsHead[language])}`;
  for await (const rows of batches) if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('');
}

async function* jsonParts(
  batches: AsyncGenerator<readonly FileRow[]>,
  accountId: string,
  { from = null, to = null, search = null, type = null }: { [K in keyof FileInput]?: FileInput[K] | null },
): AsyncGenerator<string> {
  const about = { accountId, currency: 'CAD', timezone: BILLING_TIMEZONE, from, to, search, type };
  yield `${JSON.stringify(about).slice(0, -1)},"transactions":[`;
  let separator = '\n';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield `${separator}${rows.map((row) => JSON.stringify(tell(row))).join(',\n')}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

async function readRows(ctx: CustomerCtx, input: FileInput): Promise<AsyncGenerator<readonly FileRow[]>> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const { search = '', type } = input;
  const span = spanOfDays(input);
  return search === '' && type === undefined ? allRows(ctx, input.language, span) : foundRows(ctx, input);
}

async function* allRows(
  ctx: CustomerCtx,
  language: Language,
  { start, end }: ReturnType<typeof spanOfDays>,
): AsyncGenerator<readonly FileRow[]> {
  let before: bigint | null = null;
  for (;;) {
    const rows: readonly MovementRow[] = await listMovements(ctx.db.sql, { accountId: ctx.accountId, before, limit: BATCH });
    yield rows
      .filter(({ createdAt }) => (start === null || createdAt >= start) && (end === null || createdAt < end))
      .map((row) => ({
        ...row,
        micros: row.debitAccountId === ctx.accountId ? -row.amountMicros : row.amountMicros,
        description: descriptionOf(row, language),
      }));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH || (start !== null && last.createdAt < start)) return;
    before = last.seq;
  }
}

async function* foundRows(ctx: CustomerCtx, input: FileInput): AsyncGenerator<readonly FileRow[]> {
  const { language, ...filter } = input;
  for await (const entries of walkEntries(ctx, { ...filter, locale: language }))
    for (const entry of entries) yield await rowsOf(ctx, entry, language);
}

async function rowsOf({ db, accountId }: CustomerCtx, { kind, row }: Entry, language: Language): Promise<readonly FileRow[]> {
  if (kind === 'single') return [{ ...row, description: descriptionOf(row, language) }];
  const lines = await listLines(db.sql, { accountId, serverId: row.serverId, ...dayOf(row.day) });
  return lines.map((line) => lineRow(line, row, language));
}

function lineRow(line: LineRow, { serverId, serverName }: DayRow, language: Language): FileRow {
  const { transferId: id, createdAt, type, micros, periodStart } = line;
  const words = periodStart === null ? descriptionOf({ ...line, serverName }, language) : toldIn(language, tellTransaction(ONE_HOUR));
  return { id, createdAt, type, micros, balanceAfterMicros: null, serverId, serverName, description: words };
}

const ONE_HOUR = { of: 'hours', hours: 1 };

function cellsOf(row: FileRow): (string | number)[] {
  const { id, createdAt, type, micros, balanceAfterMicros: after, serverId, serverName, description } = row;
  return [
    id,
    createdAt.toISOString(),
    type,
    toCad(micros),
    after === null ? '' : toCad(after),
    serverId ?? '',
    description,
    serverName ?? '',
  ];
}

function tell(row: FileRow) {
  const { id, createdAt, type, micros, balanceAfterMicros: after, serverId, serverName, description } = row;
  const amounts = { amount: toCadText(micros), balanceAfter: after === null ? null : toCadText(after) };
  return { id, createdAt: createdAt.toISOString(), type, ...amounts, serverId, serverName, description };
}
