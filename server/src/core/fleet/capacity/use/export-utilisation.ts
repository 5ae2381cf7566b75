import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { utilisationHead } from '@boreal/contract/billing/document-words.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { UtilisationFilePer, UtilisationFileQuery } from '@boreal/contract/operator/exports.ts';
import type { z } from 'zod';
import { addMs, HOUR_MS } from '../../../../kit/clock.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../../kit/csv.ts';
import { billingDay } from '../../../ground/calendar.rules.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { daysWithin, fileDays, pieces, type FileDays } from '../../../ground/file-span.rules.ts';
import { nameAllPools } from '../pools/pools.store.ts';
import { HOURLY_DAYS } from './utilisation.ts';
import { averagePoolReadings, firstPoolReading } from './utilisation.store.ts';

export type UtilisationFileInput = Omit<z.output<typeof UtilisationFileQuery>, 'language'>;

interface Asked {
  readonly days: FileDays;
  readonly per: UtilisationFilePer;
}

/**
 * How many GPUs each pool had, and how many were held, for each hour or day, earliest first: averages of the readings, as on the page.
 * CSV (RFC 4180, UTF-8) in chunks. @throws INVALID_REQUEST the last day is before the first
 */
export function utilisationAsCsv(ctx: Ctx, input: UtilisationFileInput & { language: Language }): AsyncGenerator<string> {
  return csvLines(ctx, askedOf(ctx, input), input.language);
}

/** The same as JSON. */
export function utilisationAsJson(ctx: Ctx, input: UtilisationFileInput): AsyncGenerator<string> {
  return jsonParts(ctx, askedOf(ctx, input));
}

function askedOf(ctx: Ctx, input: UtilisationFileInput): Asked {
  const days = fileDays(input, ctx.clock.now());
  const isShort = (Date.parse(days.to) - Date.parse(days.from)) / (24 * HOUR_MS) < HOURLY_DAYS;
  return { days, per: input.per ?? (isShort ? 'hour' : 'day') };
}

async function* csvLines(ctx: Ctx, asked: Asked, language: Language): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(utilisationHead[language])}`;
  for await (const { from, to, poolId, pool, gpuModel, gpus, held, percent } of readRows(ctx, asked))
    yield csvLine([from, to, poolId, pool, gpuModel, gpus, held, percent ?? '']);
}

async function* jsonParts(ctx: Ctx, asked: Asked): AsyncGenerator<string> {
  const about = { timezone: BILLING_TIMEZONE, per: asked.per, ...asked.days };
  yield `${JSON.stringify(about).slice(0, -1)},"rows":[`;
  let isFirst = true;
  for await (const row of readRows(ctx, asked)) {
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(row)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}

async function* readRows(ctx: Ctx, { days, per }: Asked) {
  const { sql } = ctx.db;
  const within = daysWithin(days, { first: await firstPoolReading(sql), last: ctx.clock.now() });
  if (within === null) return;
  const pools = await nameAllPools(sql);
  for (const { start, end } of pieces(within)) {
    for (const { poolId, at, gpus, held } of await averagePoolReadings(sql, { start, end, per })) {
      const pool = pools.get(poolId);
      yield {
        from: at.toISOString(),
        // One day a year has 23 hours, and one has 25.
        to: (per === 'hour' ? addMs(at, HOUR_MS) : billingDay(at).end).toISOString(),
        poolId,
        pool: pool?.name ?? poolId,
        gpuModel: pool?.gpuModel ?? '',
        gpus,
        held,
        /** Null if it had no GPUs. */
        percent: gpus > 0 ? Math.round((held / gpus) * 10_000) / 100 : null,
      };
    }
  }
}
