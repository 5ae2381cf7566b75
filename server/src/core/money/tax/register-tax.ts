import { moneySentences } from '@boreal/contract/request-sentences/money.sentences.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import { endRegistration, insertRegistration, listRegistrations, lockRegistrations } from './registrations.store.ts';
import type { TaxRegister } from './tax-table.ts';

/**
 * Records that the operator is registered for a tax from a date on, under a number that documents show; an earlier number ends the day
 * before. Never before today: what was charged without the tax stays as it was. For operators.
 */
export function registerTax(ctx: Ctx, input: { tax: TaxRegister; number: string; from?: string | undefined }): Promise<void> {
  return ctx.transact(async (tx) => {
    const now = ctx.clock.now();
    const from = input.from ?? dateOf(now);
    if (from < dateOf(now)) throw invalidRequest('from', moneySentences.registrationInThePast);
    await lockRegistrations(tx);
    const all = (await listRegistrations(tx)).filter((row) => row.tax === input.tax);
    const later = all.find((row) => row.validFrom >= from);
    if (later) throw invalidRequest('from', moneySentences.registeredLater(later.validFrom));
    // One that ends on a later day would be in force alongside the new one.
    const running = all.find((row) => row.validUntil !== null && row.validUntil > from);
    if (running) throw invalidRequest('from', moneySentences.registeredUntil(running.validUntil));
    const open = all.find((row) => row.validUntil === null);
    if (open) await endRegistration(tx, { tax: input.tax, validFrom: open.validFrom, validUntil: from });
    await insertRegistration(tx, { tax: input.tax, number: input.number, validFrom: from, validUntil: null, createdAt: now });
    await recordAudit(tx, ctx, { accountId: null, action: 'tax.registered', target: input.tax, detail: { number: input.number, from } });
  });
}

/** Ends a registration: from that date on the tax is not charged, if charging it requires registration. For operators. */
export function unregisterTax(ctx: Ctx, input: { tax: TaxRegister; from?: string | undefined }): Promise<void> {
  return ctx.transact(async (tx) => {
    const today = dateOf(ctx.clock.now());
    const from = input.from ?? today;
    await lockRegistrations(tx);
    const open = (await listRegistrations(tx)).find((row) => row.tax === input.tax && row.validUntil === null);
    if (!open) throw invalidRequest('tax', moneySentences.noRegistrationToEnd);
    if (from < today || from <= open.validFrom) throw invalidRequest('from', moneySentences.registrationEnd);
    await endRegistration(tx, { tax: input.tax, validFrom: open.validFrom, validUntil: from });
    await recordAudit(tx, ctx, { accountId: null, action: 'tax.registered', target: input.tax, detail: { until: from } });
  });
}
