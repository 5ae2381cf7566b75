import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { auditAccountHead, auditHead } from '@boreal/contract/billing/document-words.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../kit/csv.ts';
import type { AllAuditInput, AuditInput } from '../../ground/audit/list-audit.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import type { Page } from '../../ground/page.ts';
import { listAllNamedAudit, listNamedAudit, type NamedLine } from './list-named-audit.ts';

type Filter<I extends AuditInput> = Omit<I, 'cursor' | 'limit'>;
type OwnFilter = Filter<AuditInput>;
type AllFilter = Filter<AllAuditInput>;

/**
 * The account's audit log, filtered as requested, as CSV (RFC 4180, UTF-8), newest first, in chunks, so that years of it need little
 * memory. @throws PERMISSION_DENIED · INVALID_REQUEST the last day is before the first
 */
export async function auditAsCsv(
  ctx: CustomerCtx,
  { language, ...filter }: OwnFilter & { language: Language },
): Promise<AsyncGenerator<string>> {
  const pages = await beginPages((cursor) => listNamedAudit(ctx, { ...filter, cursor }));
  return csvLines(pages, auditHead[language], cellsOf);
}

/** The same as JSON, together with the filter. */
export async function auditAsJson(ctx: CustomerCtx, filter: OwnFilter): Promise<AsyncGenerator<string>> {
  const pages = await beginPages((cursor) => listNamedAudit(ctx, { ...filter, cursor }));
  return jsonParts(pages, { accountId: ctx.accountId, ...askedOf(filter) });
}

/** The audit log of all accounts and of Boreal itself, or of one account, for operators. @throws INVALID_REQUEST likewise */
export async function allAuditAsCsv(
  ctx: Ctx,
  { language, ...filter }: AllFilter & { language: Language },
): Promise<AsyncGenerator<string>> {
  const pages = await beginPages((cursor) => listAllNamedAudit(ctx, { ...filter, cursor }));
  return csvLines(pages, [...auditHead[language], ...auditAccountHead[language]], (line) => [
    ...cellsOf(line),
    line.accountId ?? '',
    line.accountName ?? '',
  ]);
}

export async function allAuditAsJson(ctx: Ctx, filter: AllFilter): Promise<AsyncGenerator<string>> {
  const pages = await beginPages((cursor) => listAllNamedAudit(ctx, { ...filter, cursor }));
  return jsonParts(pages, { accountId: filter.accountId ?? null, ...askedOf(filter) });
}

/** All pages of a list. Reads the first immediately, so that a refusal comes before a file begins. */
async function beginPages<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Promise<AsyncGenerator<readonly T[]>> {
  const first = await read(undefined);
  return (async function* () {
    for (let page = first; ;) {
      yield page.items;
      if (page.nextCursor === null) return;
      page = await read(page.nextCursor);
    }
  })();
}

async function* csvLines<T>(
  pages: AsyncGenerator<readonly T[]>,
  head: readonly string[],
  tell: (line: T) => readonly string[],
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(head)}`;
  for await (const lines of pages) if (lines.length > 0) yield lines.map((line) => csvLine(tell(line))).join('');
}

async function* jsonParts<T>(pages: AsyncGenerator<readonly T[]>, asked: object): AsyncGenerator<string> {
  yield `${JSON.stringify(asked).slice(0, -1)},"entries":[`;
  let separator = '\n';
  for await (const lines of pages) {
    if (lines.length === 0) continue;
    yield `${separator}${lines.map((line) => JSON.stringify(line)).join(',\n')}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

function askedOf({ from = null, to = null, action = null, target = null }: Nullable<OwnFilter>) {
  return { timezone: BILLING_TIMEZONE, from, to, action, target };
}
type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

function cellsOf(line: NamedLine): string[] {
  const { id, createdAt, action, target, targetName, actor, door, address, requestId, detail } = line;
  const who = [actor.type, actor.id ?? '', actor.name ?? ''];
  return [id, createdAt, action, target ?? '', targetName ?? '', ...who, door, address ?? '', requestId ?? '', JSON.stringify(detail)];
}
