import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { insertAddresses } from './addresses.store.ts';
import { addressesIn, parseRange, RANGE_MAX, type AddressRange } from './range.rules.ts';

/** Adds a range of addresses for machines on the named host, or on any host. Existing ones stay as they are. For operators. */
export function addAddresses(ctx: Ctx, input: { range: string; hostName: string | null }): Promise<{ range: AddressRange; added: number }> {
  const range = requireRange(input.range);
  const { family, first, last } = range;
  return ctx.transact(async (tx) => {
    const added = await insertAddresses(tx, { ips: addressesIn(range), family, hostName: input.hostName, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'addresses.added',
      target: `${first}-${last}`,
      detail: { hostName: input.hostName, added },
    });
    return { range, added };
  });
}

/** 400 for what is not a range of addresses. */
export function requireRange(text: string): AddressRange {
  const range = parseRange(text);
  if (range) return range;
  throw invalidRequest('range', capacitySentences.addressRange(RANGE_MAX));
}
