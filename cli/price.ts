import { DeployQuote, ServerUsage } from '@boreal/contract/billing/billing.ts';
import { BackupOption, RestoreQuote } from '@boreal/contract/servers/backups.ts';
import { commandLine, PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import { visibleLine, visibleText } from '@boreal/contract/values/visible-text.ts';
import { z } from 'zod';
import type { AskBoreal } from './ask-boreal.ts';
import { asTold, Failure } from './failure.ts';
import type { Question } from './options.ts';
import { readData, understood } from './read-pages.ts';
import type { TypedCommand } from './typed-command.ts';
import { answerWords } from './words/answer-words.ts';
import { confirmWords } from './words/confirm-words.ts';

/** What a command costs, as Boreal states it beforehand. */
export interface Price {
  /** Null: it is not billed by the hour. */
  readonly hourlyCad: number | null;
  readonly lines: readonly Told[];
  /** Fields of the request that make Boreal refuse another price. */
  readonly expected?: Readonly<Record<string, number>>;
}

/** Only the fields of answers that are shown: what a newer Boreal adds does not matter. */
const Quote = DeployQuote.pick({
  name: true,
  spot: true,
  region: true,
  deployable: true,
  reasons: true,
  requiredCredits: true,
  currentBalance: true,
}).extend({
  pricing: z.object({ hourly: z.number() }).nullable(),
  accountAction: z
    .object({ message: z.string(), action: z.object({ label: z.string(), url: z.string() }) })
    .nullable()
    .catch(null),
});
const Restore = RestoreQuote.pick({ hourlyRateCad: true, requiredCredits: true, currentBalance: true, productId: true, region: true });
const Rate = ServerUsage.pick({ hourlyRate: true });
const Option = z.object({ option: BackupOption.pick({ price: true, billing: true }) });

/** Asks Boreal for the price. @throws if it cannot be bought now */
export async function priceOf(
  question: Exclude<Question, 'destroy' | 'interrupt'>,
  { params, body = {} }: TypedCommand,
  { ask }: { ask: AskBoreal },
): Promise<Price> {
  switch (question) {
    case 'deploy': {
      const { productId, region } = body;
      const query = { productId: String(productId), ...(region !== undefined && { region: String(region) }) };
      const data = await readData(ask, { row: commandLine['servers quote'].row, query });
      return deployPrice(understood(Quote.safeParse(data)));
    }
    case 'restore': {
      const quote = understood(Restore.safeParse(await readData(ask, { row: commandLine['backups quote'].row, params })));
      const { hourlyRateCad } = quote;
      const what = visibleLine(`${quote.productId}, ${quote.region}`);
      const lines = hourLines({ what, hourlyCad: hourlyRateCad, firstCad: quote.requiredCredits, balanceCad: quote.currentBalance });
      return { hourlyCad: hourlyRateCad, expected: { expectedHourlyRateCad: hourlyRateCad }, lines };
    }
    case 'resume': {
      const data = await readData(ask, { row: commandLine['servers usage'].row, params }, 1);
      const { hourlyRate } = understood(Rate.safeParse(data));
      return { hourlyCad: hourlyRate, lines: [hourlyRate === null ? confirmWords.prepaid : confirmWords.resumes(hourlyRate)] };
    }
    case 'enable backups': {
      const { option } = understood(Option.safeParse(await readData(ask, { row: commandLine['backups list'].row, params })));
      const lines = [confirmWords.backups(option.price)];
      // Only Boreal knows how much of a term is left to pay.
      if (option.billing === 'prepaid') return { hourlyCad: null, lines: [...lines, confirmWords.termOfBackups] };
      return { hourlyCad: null, expected: { expectedChargeCad: 0 }, lines };
    }
  }
}

function deployPrice(quote: z.infer<typeof Quote>): Price {
  const { name, region, spot, deployable, reasons, pricing, requiredCredits, currentBalance, accountAction } = quote;
  if (!deployable || pricing === null) {
    const [code = 'PLAN_NOT_AVAILABLE'] = reasons;
    const told =
      accountAction === null ? confirmWords.notNow(visibleLine(name), visibleLine(code)) : asTold(visibleText(accountAction.message));
    const next =
      accountAction === null
        ? answerWords.seeCommand(`${PROGRAM} availability`)
        : asTold(`${accountAction.action.label}: ${accountAction.action.url}`);
    throw new Failure({ exitCode: 1, code, told, next: [next] });
  }
  const what = visibleLine(`${name}, ${region}`);
  const firstCad = requiredCredits ?? pricing.hourly;
  const lines = hourLines({ what, hourlyCad: pricing.hourly, firstCad, balanceCad: currentBalance });
  return { hourlyCad: pricing.hourly, lines: spot ? [...lines, confirmWords.spot] : lines };
}

function hourLines({
  what,
  hourlyCad,
  firstCad,
  balanceCad,
}: {
  what: string;
  hourlyCad: number;
  firstCad: number;
  balanceCad: number;
}): Told[] {
  return [confirmWords.byTheHour(what, hourlyCad), confirmWords.firstHour(firstCad, balanceCad), confirmWords.taxes];
}
