import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireEngine } from '../../ground/installation/require-engine.ts';
import { insertAddresses, otherEnginesWith } from './addresses.store.ts';
import { addressesIn, parseRange, RANGE_MAX, type AddressRange } from './range.rules.ts';

/** What a range of addresses is for. */
export interface NewAddresses {
  readonly range: string;
  /**
   * The engine whose network they are in; null: they reach machines of any engine that takes its addresses from us, as announced routes do.
   */
  readonly engine: string | null;
  /** Only for machines on this host of the engine; null: on any. */
  readonly hostName: string | null;
}

/**
 * Adds a range of addresses. Those that the engine has stay as they are; an address that another engine has is in that one's network, and
 * is not sold twice. For operators. @throws INVALID_REQUEST
 */
export function addAddresses(ctx: Ctx, input: NewAddresses): Promise<{ range: AddressRange; added: number }> {
  const range = requireRange(input.range);
  const { family, first, last } = range;
  const { engine, hostName } = input;
  if (engine === null && hostName !== null) throw invalidRequest('host', capacitySentences.hostOfNoEngine);
  const ips = addressesIn(range);
  return ctx.transact(async (tx) => {
    if (engine !== null) await requireEngine(tx, engine);
    const others = await otherEnginesWith(tx, { ips, engine });
    if (others.length > 0) throw invalidRequest('range', capacitySentences.addressesOfOthers(others));
    const added = await insertAddresses(tx, { ips, family, engine, hostName, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'addresses.added',
      target: `${first}-${last}`,
      detail: { engine, hostName, added },
    });
    return { range, added };
  });
}

/** 400 if it is not a range of addresses. */
export function requireRange(text: string): AddressRange {
  const range = parseRange(text);
  if (range) return range;
  throw invalidRequest('range', capacitySentences.addressRange(RANGE_MAX));
}
