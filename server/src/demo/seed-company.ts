import { findCompany } from '../core/commerce/invoices/company.store.ts';
import { setCompany } from '../core/commerce/invoices/set-company.ts';
import { registerTax } from '../core/money/tax/register-tax.ts';
import { listRegistrations } from '../core/money/tax/registrations.store.ts';
import type { Tx } from '../db/connect.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { DEMO_DOMAIN } from './seed-demo.ts';

/** The seller in a demo: fictitious, as every line of it says, but complete, so that its documents are, too. */
const company = {
  name: 'Boréal Démonstration inc.',
  addressLine1: '1, rue de la Démonstration',
  addressLine2: 'Bureau 000',
  city: 'Montréal',
  province: 'QC',
  postalCode: 'H0H 0H0',
  country: 'CA',
  email: `facturation@${DEMO_DOMAIN}`,
  website: `https://${DEMO_DOMAIN}`,
};

/** Numbers with a valid form that belong to nobody. */
const registrations = [
  { tax: 'GST_HST', number: '000000000RT0000' },
  { tax: 'QST', number: '0000000000TQ0000' },
] as const;

/** Sets the seller in a demo, unless one is already set. */
export async function seedDemoCompany(tx: Tx, ctx: Ctx): Promise<void> {
  if ((await findCompany(tx)) !== null || (await listRegistrations(tx)).length > 0) return;
  await setCompany(ctx, company);
  for (const registration of registrations) await registerTax(ctx, registration);
}
