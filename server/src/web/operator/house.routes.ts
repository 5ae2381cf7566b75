import * as rows from '@boreal/contract/endpoints/operator/house.ts';
import type { Taxes } from '@boreal/contract/operator/oversight.ts';
import { Province } from '@boreal/contract/account/profile.ts';
import { readCompany } from '../../core/commerce/invoices/company.store.ts';
import { setCompany } from '../../core/commerce/invoices/set-company.ts';
import { registerTax, unregisterTax } from '../../core/money/tax/register-tax.ts';
import { listRegistrations } from '../../core/money/tax/registrations.store.ts';
import { taxTable } from '../../core/money/tax/tax-table.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { bind } from '../../door/bind.ts';

/** The seller, and the taxes by date. */
export const houseRoutes = bind(rows, {
  getCompany: (ctx) => readCompany(ctx.db.sql),
  setCompany: (ctx, { body }) => setCompany(ctx, body),
  getTaxes: (ctx) => taxes(ctx),
  registerTax: async (ctx, { body }) => {
    await registerTax(ctx, body);
    return taxes(ctx);
  },
  endTaxRegistration: async (ctx, { params: { tax }, body: { from } }) => {
    await unregisterTax(ctx, { tax, from });
    return taxes(ctx);
  },
});

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
