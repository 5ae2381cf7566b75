import type { ServerUsage } from '@boreal/contract/billing/billing.ts';
import { usageHead } from '@boreal/contract/billing/document-words.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../../kit/csv.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { getServerUsage } from './get-server-usage.ts';

interface FileInput {
  readonly serverId: string;
  /** How many hours are read at a time. */
  readonly limit?: number;
}

/** All hours of a server's billing as CSV (RFC 4180, UTF-8), newest first, in chunks. Amounts are exact. @throws NOT_FOUND */
export async function serverUsageAsCsv(
  ctx: CustomerCtx,
  { language, ...input }: FileInput & { language: Language },
): Promise<AsyncGenerator<string>> {
  return csvLines(await readAll(ctx, input), language);
}

/** The same as JSON, in the shape of the page's response, with all hours. @throws NOT_FOUND */
export async function serverUsageAsJson(ctx: CustomerCtx, input: FileInput): Promise<AsyncGenerator<string>> {
  return jsonParts(await readAll(ctx, input));
}

interface All extends Omit<ServerUsage, 'hours'> {
  readonly pages: AsyncGenerator<ServerUsage['hours']>;
}

/** Reads the first page immediately: a download that has begun can no longer be refused. */
async function readAll(ctx: CustomerCtx, input: FileInput): Promise<All> {
  const first = await getServerUsage(ctx, input);
  const { hours, ...about } = first.usage;
  async function* pages(): AsyncGenerator<ServerUsage['hours']> {
    yield hours;
    for (let cursor = first.nextCursor; cursor !== null;) {
      const { usage, nextCursor } = await getServerUsage(ctx, { ...input, cursor });
      yield usage.hours;
      cursor = nextCursor;
    }
  }
  return { ...about, pages: pages() };
}

async function* csvLines({ pages }: All, language: Language): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(usageHead[language])}`;
  for await (const hours of pages) {
    const lines = hours.map(({ periodStart, periodEnd, rate, compute, backup, refund, amount, transactionId }) =>
      csvLine([periodStart, periodEnd, rate, compute, backup, refund, amount, transactionId]),
    );
    if (lines.length > 0) yield lines.join('');
  }
}

async function* jsonParts({ pages, ...about }: All): AsyncGenerator<string> {
  yield `${JSON.stringify(about).slice(0, -1)},"hours":[`;
  let separator = '\n';
  for await (const hours of pages) {
    if (hours.length === 0) continue;
    yield `${separator}${hours.map((hour) => JSON.stringify(hour)).join(',\n')}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}
