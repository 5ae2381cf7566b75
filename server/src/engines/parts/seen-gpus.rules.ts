/**
 * Compares the GPUs that a program listed inside a machine with those sold with it, as the operator declared them: an address, a slice of
 * one (`address/MIG-uuid`), or all of a model, for which it is enough that any GPU is seen. Null: exactly the sold GPUs are there.
 */
export function wrongGpus(sold: readonly string[], listed: string): string | null {
  const seen = new Set([...listed.matchAll(ADDRESS)].map(([, address = '']) => address.toLowerCase()));
  const slices = new Set([...listed.matchAll(SLICE)].map(([slice]) => slice.toLowerCase()));
  if (sold.some((device) => MODEL.test(device))) return seen.size > 0 ? null : 'none is seen';
  const names = sold.map((device) => device.toLowerCase().split('/'));
  const wantedSlices = names.flatMap(([, slice]) => slice ?? []);
  // A slice is listed together with its GPU.
  return differ(new Set(names.flatMap(([address]) => address ?? [])), seen) ?? differ(new Set(wantedSlices), slices);
}

/** Programs write a PCI domain of eight digits, Linux one of four. */
const ADDRESS = /(?<![0-9a-f:])(?:[0-9a-f]{4})?([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])\b/gi;
const SLICE = /\bMIG-[0-9a-f-]{4,}/gi;
const MODEL = /^[0-9a-f]{4}:[0-9a-f]{4}$/i;

function differ(sold: ReadonlySet<string>, seen: ReadonlySet<string>): string | null {
  const missing = [...sold].filter((name) => !seen.has(name));
  const others = [...seen].filter((name) => !sold.has(name));
  if (missing.length > 0) return `not seen: ${missing.join(', ')}`;
  return others.length > 0 ? `seen though not sold: ${others.join(', ')}` : null;
}
