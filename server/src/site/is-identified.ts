import type { CompanyRow } from '../core/commerce/invoices/company.store.ts';

/** Whether the operator has entered who runs this installation. A new one has only a name. */
export function isIdentified({ addressLine1, city, email }: CompanyRow): boolean {
  return addressLine1 !== null || city !== null || email !== null;
}
