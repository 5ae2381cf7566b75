import { Argument, InvalidArgumentError, type Command } from 'commander';
import type { SellerGap } from '@boreal/contract/operator/oversight.ts';
import { Country } from '@boreal/contract/account/profile.ts';
import { z } from 'zod';
import { readCompany, type CompanyRow } from '../../core/commerce/invoices/company.store.ts';
import { sellerGapSentences } from '../../core/commerce/invoices/seller-gap-sentences.ts';
import { listSellerGaps } from '../../core/commerce/invoices/seller-gaps.ts';
import { setCompany } from '../../core/commerce/invoices/set-company.ts';
import { registerTax, unregisterTax } from '../../core/money/tax/register-tax.ts';
import { listRegistrations } from '../../core/money/tax/registrations.store.ts';
import { taxRegisters, type TaxRegister } from '../../core/money/tax/tax-table.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { parseEmail, parseText } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { OperatorError } from '../operator-error.ts';
import { facts, plain, table, wholeList, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

export function addCompanyCommands(program: Command, operate: Operate): void {
  const company = program.command('company').description('your company, as invoices show it');
  verb(company, 'show', operate(show), { description: 'Show what documents say of the seller.', example: '' });
  verb(company, 'set', operate(set), {
    description: 'Set the details of your company. What is left out stays; documents already issued stay as they are.',
    example: '--name "Nord Calcul inc." --city Montréal --province QC --email facturation@example.com',
  })
    .option('--name <text>', 'legal name', parseText)
    .option('--line1 <text>', 'street', parseText)
    .option('--line2 <text>', 'second line of the address', parseText)
    .option('--city <text>', 'city', parseText)
    .option('--province <text>', 'province or state', parseText)
    .option('--postal-code <text>', 'postal code', parseText)
    .option('--country <country>', 'two letters', parseCountry)
    .option('--email <email>', 'where customers write about money', parseEmail)
    .option('--website <text>', 'web site', parseText);

  const tax = program.command('tax').description('where you are registered for sales taxes');
  const register = () => new Argument('<tax>', 'which register').choices(taxRegisters);
  verb(tax, 'list', operate(list), { description: 'Show every registration and from when to when it counts.', example: '' });
  verb(tax, 'register', operate(addRegistration), {
    description: 'Record a registration: documents show its number, and PST or RST is charged from then on.',
    example: 'PST_BC PST-1234-5678 --from 2027-01-01',
  })
    .addArgument(register())
    .argument('<number>', 'your number', parseText)
    .option('--from <date>', 'from which date on; today when left out', parseDate);
  verb(tax, 'unregister', operate(endRegistration), { description: 'End a registration.', example: 'PST_BC --from 2028-01-01' })
    .addArgument(register())
    .option('--from <date>', 'from which date on it no longer counts; today when left out', parseDate);
}

function parseCountry(text: string): string {
  const parsed = Country.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('Write a country with its two letters, such as CA.');
  return parsed.data;
}

function parseDate(text: string): string {
  if (!z.iso.date().safeParse(text).success) throw new InvalidArgumentError('Write a date such as 2027-01-01.');
  return text;
}

async function show(ctx: Ctx): Promise<CommandOutput> {
  return told(await readCompany(ctx.db.sql), await listSellerGaps(ctx));
}

interface CompanyOptions {
  readonly name?: string;
  readonly line1?: string;
  readonly line2?: string;
  readonly city?: string;
  readonly province?: string;
  readonly postalCode?: string;
  readonly country?: string;
  readonly email?: string;
  readonly website?: string;
}

async function set(ctx: Ctx, options: CompanyOptions): Promise<CommandOutput> {
  const { line1, line2, name, city, province, postalCode, country, email, website } = options;
  const change = { name, addressLine1: line1, addressLine2: line2, city, province, postalCode, country, email, website };
  if (Object.values(change).every((value) => value === undefined))
    throw new OperatorError('Nothing to change: give --name, --city or another.');
  return told(await setCompany(ctx, change), await listSellerGaps(ctx));
}

function told(row: CompanyRow, gaps: readonly SellerGap[]): CommandOutput {
  const { name, addressLine1, addressLine2, city, province, postalCode, country, email, website } = row;
  const data = { name, addressLine1, addressLine2, city, province, postalCode, country, email, website };
  const place = [city, province, postalCode, country].filter((part) => part !== null).join(' ');
  const text = facts({
    Name: name,
    Street: [addressLine1, addressLine2].filter((part) => part !== null).join(', ') || '–',
    Place: place,
    Email: email ?? '–',
    Site: website ?? '–',
  });
  const missing =
    gaps.length === 0 ? '' : `\n\nDocuments are not complete:\n${gaps.map((gap) => `  - ${sellerGapSentences[gap]}`).join('\n')}`;
  return { data: { ...data, missing: [...gaps] }, text: text + missing };
}

async function list(ctx: Ctx): Promise<CommandOutput> {
  const rows = await listRegistrations(ctx.db.sql);
  const data = rows.map(({ tax, number, validFrom, validUntil }) => ({ tax, number, validFrom, validUntil }));
  const text = table(
    rows,
    [
      { title: 'tax', of: (row) => row.tax },
      { title: 'number', of: (row) => row.number },
      { title: 'from', of: (row) => row.validFrom },
      { title: 'until', of: (row) => row.validUntil ?? '–' },
    ],
    'No registration is noted. GST, HST and QST are charged all the same; PST and RST are not.',
  );
  return wholeList(data, text);
}

async function addRegistration(ctx: Ctx, tax: TaxRegister, number: string, { from }: { from?: string }): Promise<CommandOutput> {
  await registerTax(ctx, { tax, number, from });
  return {
    data: { tax, number, from: from ?? null },
    text: plain(`Registered for ${tax} under ${number}${from === undefined ? '' : ` from ${from}`}.`),
  };
}

async function endRegistration(ctx: Ctx, tax: TaxRegister, { from }: { from?: string }): Promise<CommandOutput> {
  await unregisterTax(ctx, { tax, from });
  return { data: { tax, from: from ?? null }, text: `Not registered for ${tax} any more${from === undefined ? '' : ` from ${from}`}.` };
}
