import { costsHead } from '@boreal/contract/billing/document-words.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../kit/csv.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { tellCosts } from './get-costs.ts';
import { readCosts, type CostsInput } from './read-costs.ts';

/** All rows of an account's costs as CSV (RFC 4180, UTF-8), most expensive first. Amounts are exact. */
export async function costsAsCsv(ctx: CustomerCtx, input: CostsInput & { language: Language }): Promise<string> {
  const { from, to, by, label, rows } = tellCosts(await readCosts(ctx, input));
  const lines = rows.map(({ id, name, gpu, serverCount, servers, backups, orders, refunds, total }) =>
    csvLine([from, to, label ?? by, id ?? '', name ?? '', gpu ?? '', serverCount, servers, backups, orders, refunds, total]),
  );
  return `${BYTE_ORDER_MARK}${csvLine(costsHead[input.language])}${lines.join('')}`;
}

/** The same as JSON, in the shape of the page's response, with all rows. */
export async function costsAsJson(ctx: CustomerCtx, input: CostsInput): Promise<string> {
  return `${JSON.stringify(tellCosts(await readCosts(ctx, input)), null, 2)}\n`;
}
