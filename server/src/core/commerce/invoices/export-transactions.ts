import { transactionsHead } from '@boreal/contract/document-words.ts';
import { listSentences } from '@boreal/contract/request-sentences/lists.sentences.ts';
import type { TransactionsFileQuery } from '@boreal/contract/billing.ts';
import { toCad } from '@boreal/contract/money.ts';
import type { Language } from '@boreal/contract/language.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../kit/csv.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { spanOf } from '../../ground/calendar.rules.ts';
import { descriptionOf } from '../../money/ledger/description.rules.ts';
import { listMovements, type MovementRow } from '../../money/ledger/ledger.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

const BATCH = 1000;

/**
 * The account's transactions between two dates as CSV (RFC 4180, UTF-8), newest first, in chunks, so that years of them need no
 * memory. Amounts are exact. @throws INVALID_REQUEST the end is before the beginning
 */
export async function exportTransactions(
  ctx: CustomerCtx,
  input: TransactionsFileQuery & { language: Language },
): Promise<AsyncGenerator<string>> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  if (input.from !== undefined && input.to !== undefined && input.from > input.to)
    throw invalidRequest('to', listSentences.endsBeforeItBegins);
  return lines(ctx, spanOf(input), input.language);
}

async function* lines(ctx: CustomerCtx, span: { start: Date | null; end: Date | null }, language: Language): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(transactionsHead[language])}`;
  let before: bigint | null = null;
  for (;;) {
    const rows: readonly MovementRow[] = await listMovements(ctx.db.sql, { accountId: ctx.accountId, before, limit: BATCH });
    const told = rows.filter(
      ({ createdAt }) => (span.start === null || createdAt >= span.start) && (span.end === null || createdAt < span.end),
    );
    if (told.length > 0) yield told.map((row) => csvLine(cellsOf(row, ctx.accountId, language))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < BATCH || (span.start !== null && last.createdAt < span.start)) return;
    before = last.seq;
  }
}

function cellsOf(row: MovementRow, accountId: string, language: Language): (string | number)[] {
  const signed = row.debitAccountId === accountId ? -row.amountMicros : row.amountMicros;
  return [
    row.id,
    row.createdAt.toISOString(),
    row.type,
    toCad(signed),
    toCad(row.balanceAfterMicros ?? 0n),
    row.serverId ?? '',
    descriptionOf(row, language),
    row.serverName ?? '',
  ];
}
