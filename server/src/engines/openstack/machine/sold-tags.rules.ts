import { Buffer } from 'node:buffer';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { MachineSpec } from '../../engine.ts';

// How a machine was sold stands in the tags of its port: neutron takes them in every state of the machine, and shows them to no guest.
// Nova shows a guest its metadata, and takes its own tags only of machines that are on or off. Neutron keeps tags without their order,
// and may take two that differ in capitals for the same.

/** So many characters every neutron takes of a tag, Debian's Zed up to 255; newer releases keep so many tags of a port. */
const TAG_MAX = 60;
const TAGS_MAX = 50;
/** More than any record unpacked, so that nobody's tags fill our memory. */
const UNPACKED_MAX = 64 * 1024;
const OURS = /^boreal:\d\d:(.*)$/;

const Sold = z.object({
  /** Null where it was none, or was too long. */
  record: z.string().nullable(),
  hostName: z.string(),
  gpus: z.array(z.object({ slot: z.int(), device: z.string().nullable() })),
});
/** What a machine was sold as, with the host on which it was given its GPUs. */
export type Sold = z.output<typeof Sold>;

/** The tags that say it. A record for which tags do not suffice is left out: what it has is still known, and whose it is no more. */
export function soldTags({ record, hostName, gpus }: Pick<MachineSpec, 'record' | 'hostName' | 'gpus'>): string[] {
  const sold: Sold = { record: record || null, hostName, gpus: gpus.map(({ slot, device }) => ({ slot, device })) };
  const tags = tagsOf(sold);
  return tags.length <= TAGS_MAX ? tags : tagsOf({ ...sold, record: null });
}

function tagsOf(sold: Sold): string[] {
  const packed = deflateRawSync(JSON.stringify(sold), { level: 9 }).toString('base64url');
  const head = 'boreal:00:'.length;
  const parts = packed.match(new RegExp(`.{1,${TAG_MAX - head}}`, 'g')) ?? [];
  return parts.map((part, n) => `boreal:${String(n).padStart(2, '0')}:${part}`);
}

/** Null where the tags do not say it: nobody wrote them, or somebody took some away. */
export function soldIn(tags: readonly string[]): Sold | null {
  const ours = tags.filter((tag) => OURS.test(tag)).toSorted();
  if (ours.length === 0) return null;
  const packed = ours.map((tag) => tag.replace(OURS, '$1')).join('');
  try {
    const text = inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: UNPACKED_MAX }).toString('utf8');
    return Sold.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The tags of a port with these of ours, and whatever else somebody has written there. */
export function withSold(tags: readonly string[], sold: readonly string[]): string[] {
  return [...tags.filter((tag) => !OURS.test(tag)), ...sold];
}
