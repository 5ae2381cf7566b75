import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { TaxRegistrations } from '../../../db/rows.gen.ts';
import { taxRegisters, type TaxRegister } from './tax-table.ts';

export type RegistrationRow = Omit<Selectable<TaxRegistrations>, 'tax'> & { readonly tax: TaxRegister };

/** The registrations in force on a date (`YYYY-MM-DD`), in the order of the table. */
export async function registrationsOn(db: Sql | Tx, date: string): Promise<readonly RegistrationRow[]> {
  const rows = await listRegistrations(db);
  return rows.filter((row) => row.validFrom <= date && (row.validUntil === null || date < row.validUntil));
}

/** All registrations, each tax's oldest first. */
export async function listRegistrations(db: Sql | Tx): Promise<readonly RegistrationRow[]> {
  const rows = await db.selectFrom('taxRegistrations').selectAll().orderBy('validFrom').execute();
  return taxRegisters.flatMap((tax) => rows.filter((row) => row.tax === tax).map((row) => ({ ...row, tax })));
}

/** Keeps others from changing registrations until the transaction ends, because whether one may begin depends on all of them. */
export async function lockRegistrations(tx: Tx): Promise<void> {
  await sql`lock table tax_registrations in share row exclusive mode`.execute(tx);
}

export async function insertRegistration(tx: Tx, row: RegistrationRow): Promise<void> {
  await tx.insertInto('taxRegistrations').values(row).execute();
}

export async function endRegistration(tx: Tx, input: { tax: TaxRegister; validFrom: string; validUntil: string }): Promise<void> {
  await tx
    .updateTable('taxRegistrations')
    .set({ validUntil: input.validUntil })
    .where('tax', '=', input.tax)
    .where('validFrom', '=', input.validFrom)
    .execute();
}
