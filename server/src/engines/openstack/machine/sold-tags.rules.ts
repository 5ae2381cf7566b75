import { Buffer } from 'node:buffer';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { MachineSpec } from '../../engine.ts';

// The tags of a machine's port record how it was sold: neutron accepts them in every state of the machine, and hides them from guests. Nova
// shows a guest its metadata, and accepts its own tags only for machines that are on or off. Neutron does not keep the order of tags, and
// may treat two that differ only in case as the same.

/** Every neutron accepts tags of this length, Debian's Zed up to 255; newer releases limit a port to `TAGS_MAX` tags. */
const TAG_MAX = 60;
const TAGS_MAX = 50;
/** More than any record unpacked, so that foreign tags cannot fill our memory. */
const UNPACKED_MAX = 64 * 1024;
const OURS = /^boreal:\d\d:(.*)$/;

const Sold = z.object({
  /** Null if there was none, or it was too long. */
  record: z.string().nullable(),
  hostName: z.string(),
  gpus: z.array(z.object({ slot: z.int(), device: z.string().nullable() })),
});
/** What a machine was sold as, and the host on which it got its GPUs. */
export type Sold = z.output<typeof Sold>;

/** Encodes the record in tags. If it does not fit it is left out: then the machine's GPUs are known, but no longer whose it is. */
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

/** Null if the tags do not contain a record: none was written, or some tags were removed. */
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

/** A port's tags with these of ours, keeping everyone else's. */
export function withSold(tags: readonly string[], sold: readonly string[]): string[] {
  return [...tags.filter((tag) => !OURS.test(tag)), ...sold];
}
