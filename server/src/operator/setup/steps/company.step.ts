import type { TaxRegister } from '../../../core/money/tax/tax-table.ts';
import { findCompany, type CompanyRow } from '../../../core/commerce/invoices/company.store.ts';
import { setCompany } from '../../../core/commerce/invoices/set-company.ts';
import { dateOf } from '../../../core/ground/calendar.rules.ts';
import { registerTax } from '../../../core/money/tax/register-tax.ts';
import { registrationsOn } from '../../../core/money/tax/registrations.store.ts';
import type { QuestionName } from '../questions.ts';
import { requireCtx } from '../require-ctx.ts';
import type { Change, Setup, Step } from '../step.ts';

type Seller = Pick<CompanyRow, 'name' | 'addressLine1' | 'city' | 'province' | 'postalCode' | 'country' | 'email'>;

/** The seller on receipts and invoices, and the taxes it is registered for. */
export const companyStep: Step = {
  name: 'company',
  async plan(setup) {
    const ctx = await setup.ctx();
    const before = ctx ? await findCompany(ctx.db.sql) : null;
    // If there is a seller already, only explicit answers change it: others may have added more in the console.
    const answer = async <T extends string | null>(name: QuestionName, present: T | undefined, byDefault?: string) =>
      (await setup.answers.given(name)) ??
      (before !== null && present !== undefined ? present : setup.answers.get(name, byDefault === undefined ? {} : { byDefault }));
    const country = (await answer('country', before?.country, 'CA')) ?? 'CA';
    const seller: Seller = {
      name: (await answer('company', before?.name)) ?? '',
      addressLine1: await answer('street', before?.addressLine1),
      city: await answer('city', before?.city),
      province: await answer('province', before?.province),
      postalCode: await answer('postal-code', before?.postalCode),
      country,
      email: await answer('company-email', before?.email),
    };
    const changes: Change[] = [];
    if (before === null || !isSame(before, seller)) {
      const run = async () => void (await setCompany(requireCtx(ctx), seller));
      changes.push({ verb: 'write', what: `the seller on receipts and invoices: ${seller.name}`, run });
    }
    changes.push(...(await taxChanges(setup, { country, asks: before === null })));
    return { stands: [seller.name, seller.city].filter(Boolean).join(', '), changes };
  },
};

function isSame(before: CompanyRow, seller: Seller): boolean {
  const { name, addressLine1, city, province, postalCode, country, email } = before;
  return JSON.stringify({ name, addressLine1, city, province, postalCode, country, email }) === JSON.stringify(seller);
}

const registers = [
  ['gst', 'GST_HST'],
  ['qst', 'QST'],
] as const satisfies readonly (readonly [QuestionName, TaxRegister])[];

async function taxChanges({ answers, ctx: open }: Setup, { country, asks }: { country: string; asks: boolean }): Promise<Change[]> {
  const ctx = await open();
  const registered = ctx ? await registrationsOn(ctx.db.sql, dateOf(ctx.clock.now())) : [];
  const changes: Change[] = [];
  for (const [question, tax] of registers) {
    const present = registered.find((row) => row.tax === tax)?.number ?? '';
    const isAsked = asks && present === '' && country === 'CA';
    const number = (await answers.given(question)) ?? (isAsked ? await answers.get(question, { byDefault: '' }) : present);
    if (number === '' || number === present) continue;
    changes.push({
      verb: 'write',
      what: `your registration for ${tax}: ${number}`,
      run: () => registerTax(requireCtx(ctx), { tax, number }),
    });
  }
  return changes;
}
