import {
  Company,
  EndTaxRegistrationRequest,
  RegisterTaxRequest,
  SetCompanyRequest,
  Taxes,
  TaxRegister,
} from '@boreal/contract/oversight.ts';
import { Province } from '@boreal/contract/profile.ts';
import { z } from 'zod';
import { readCompany } from '../../core/billing/invoices/company.store.ts';
import { setCompany } from '../../core/billing/invoices/set-company.ts';
import { registerTax, unregisterTax } from '../../core/billing/tax/register-tax.ts';
import { listRegistrations } from '../../core/billing/tax/registrations.store.ts';
import { taxTable } from '../../core/billing/tax/tax-table.ts';
import type { Ctx } from '../../core/ctx.ts';
import { endpoint } from '../../door/define-endpoint.ts';
import { change, read } from './row.ts';

/** Who sells, and which taxes are charged from when. */
export const houseRoutes = [
  endpoint(
    'GET',
    '/company',
    { ...read, takes: {}, data: Company, name: 'getCompany', summary: 'Who sells, as documents say it' },
    (ctx: Ctx) => readCompany(ctx.db.sql),
  ),
  endpoint(
    'PUT',
    '/company',
    {
      ...change,
      takes: { body: SetCompanyRequest },
      data: Company,
      errors: ['INVALID_REQUEST'],
      name: 'setCompany',
      summary: 'Say who sells, for documents from now on',
    },
    (ctx: Ctx, { body }) => setCompany(ctx, body),
  ),
  endpoint(
    'GET',
    '/taxes',
    { ...read, takes: {}, data: Taxes, name: 'getTaxes', summary: 'What each province takes from when, and where the house is registered' },
    (ctx: Ctx) => taxes(ctx),
  ),
  endpoint(
    'POST',
    '/tax-registrations',
    {
      ...change,
      takes: { body: RegisterTaxRequest },
      status: 201,
      data: Taxes,
      errors: ['INVALID_REQUEST'],
      name: 'registerTax',
      summary: 'Note a registration from a date on; an earlier number ends the day before',
    },
    async (ctx: Ctx, { body }) => {
      await registerTax(ctx, body);
      return taxes(ctx);
    },
  ),
  endpoint(
    'POST',
    '/tax-registrations/:tax/end',
    {
      ...change,
      takes: { params: z.object({ tax: TaxRegister }), body: EndTaxRegistrationRequest },
      data: Taxes,
      errors: ['INVALID_REQUEST'],
      name: 'endTaxRegistration',
      summary: 'End a registration from a date on',
    },
    async (ctx: Ctx, { params: { tax }, body: { from } }) => {
      await unregisterTax(ctx, { tax, from });
      return taxes(ctx);
    },
  ),
];

async function taxes(ctx: Ctx): Promise<Taxes> {
  const registrations = await listRegistrations(ctx.db.sql);
  return {
    rates: Province.options.flatMap((province) =>
      taxTable[province].map(({ from, taxes: rows }) => ({
        province,
        from,
        taxes: rows.map(({ code, register, milliPercent }) => ({ code, register, ratePercent: milliPercent / 1000 })),
      })),
    ),
    registrations: registrations.map(({ tax, number, validFrom, validUntil, createdAt }) => ({
      tax,
      number,
      validFrom,
      validUntil,
      createdAt: createdAt.toISOString(),
    })),
  };
}
