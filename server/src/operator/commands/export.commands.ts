import { text } from 'node:stream/consumers';
import { Language } from '@boreal/contract/words/language.ts';
import { RevenueFileBy, RevenueFilePer, UtilisationFilePer } from '@boreal/contract/operator/exports.ts';
import { Option, type Command } from 'commander';
import { z } from 'zod';
import { revenueAsCsv, revenueAsJson, type RevenueFileInput } from '../../core/commerce/oversight/export-revenue.ts';
import { utilisationAsCsv, utilisationAsJson, type UtilisationFileInput } from '../../core/fleet/capacity/use/export-utilisation.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { BYTE_ORDER_MARK } from '../../kit/csv.ts';
import { parseDay, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { plain, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';
import { writeNewFile } from '../write-new-file.ts';

/** The destination, the language, and whether the file is for a program: the same for every export. */
interface ExportOptions {
  readonly out?: string | undefined;
  readonly language: Language;
  readonly json?: boolean | undefined;
}
/** The file, read from the database. */
interface Export {
  readonly csv: () => AsyncGenerator<string>;
  readonly json: () => AsyncGenerator<string>;
}

export function addExportCommands(program: Command, operate: Operate): void {
  const revenue = program.command('revenue').description('what you earned, by GPU model or by customer');
  exportVerb(revenue, operate(exportRevenue), {
    description: 'Export what you earned, before tax, as CSV or JSON. The amounts add up to the ledger.',
    example: '--by customer --from 2026-01-01 --to 2026-12-31 --per month --out revenue-2026.csv',
  })
    .addOption(new Option('--by <group>', 'what to tell apart').choices(RevenueFileBy.options).default('model'))
    .addOption(
      new Option('--per <period>', 'one row for all the days, or for each month or day').choices(RevenueFilePer.options).default('range'),
    );

  const utilisation = program.command('utilisation').description('how full your pools were');
  exportVerb(utilisation, operate(exportUtilisation), {
    description: 'Export how many GPUs each pool had and how many were held, as CSV or JSON. Readings are kept for 400 days.',
    example: '--from 2026-01-01 --to 2026-01-31 --per hour --out utilisation.csv',
  }).addOption(
    new Option('--per <period>', 'one row for each hour or day; without it, hours up to a week, and days beyond').choices(
      UtilisationFilePer.options,
    ),
  );
}

function exportVerb(noun: Command, work: Parameters<typeof verb>[2], about: { description: string; example: string }): Command {
  return verb(noun, 'export', work, about)
    .option('--from <day>', 'the first day, in Eastern Time; without it, the first of the month of the last day', parseDay)
    .option('--to <day>', 'the last day; without it, today', parseDay)
    .option('--out <file>', 'write to this file: JSON if its name ends in .json, CSV otherwise; without it, print', parseText)
    .addOption(new Option('--language <language>', "the language of the CSV's header").choices(Language.options).default('en'));
}

function exportRevenue(ctx: Ctx, { out, language, json, ...input }: ExportOptions & RevenueFileInput): Promise<CommandOutput> {
  const file = { csv: () => revenueAsCsv(ctx, { ...input, language }), json: () => revenueAsJson(ctx, input) };
  return written(file, { out, json });
}

function exportUtilisation(ctx: Ctx, { out, language, json, ...input }: ExportOptions & UtilisationFileInput): Promise<CommandOutput> {
  const file = { csv: () => utilisationAsCsv(ctx, { ...input, language }), json: () => utilisationAsJson(ctx, input) };
  return written(file, { out, json });
}

async function written(file: Export, { out, json = false }: Pick<ExportOptions, 'out' | 'json'>): Promise<CommandOutput> {
  if (out !== undefined) {
    const path = await writeNewFile(out, out.endsWith('.json') ? file.json() : file.csv());
    return { data: { file: path }, text: plain(`Wrote ${path}.`) };
  }
  if (json) return { data: z.json().parse(JSON.parse(await text(file.json()))), text: '' };
  const csv = await text(file.csv());
  // A terminal would show the byte order mark as a character, and ends the last line itself.
  return { data: null, text: csv.replace(BYTE_ORDER_MARK, '').trimEnd() };
}
