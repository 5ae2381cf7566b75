/** Round values that cover a range, about as many as asked for: 0, 25, 50 … Always with nought, where bars begin. */
export function roundTicks({ from, to, about }: { from: number; to: number; about: number }): number[] {
  const low = Math.min(0, from);
  const high = Math.max(0, to);
  if (low === high) return [0, 1];
  const step = roundStep((high - low) / about);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  // By whole steps: added fractions would drift.
  return Array.from({ length: last - first + 1 }, (_, n) => tidy((first + n) * step));
}

/** Where a value is, of a range that fills a length. */
export function place(value: number, range: readonly [number, number], length: readonly [number, number]): number {
  const [from, to] = range;
  if (from === to) return length[0];
  return length[0] + ((value - from) / (to - from)) * (length[1] - length[0]);
}

/** Every how many labels one fits, without touching its neighbour: also not the last one, which ends where the axis does. */
export function labelEvery({ count, width, labelWidth }: { count: number; width: number; labelWidth: number }): number {
  if (count === 0 || width <= 0) return 1;
  const room = width / count;
  const moved = Math.max(0, (labelWidth - room) / 2);
  return Math.max(1, Math.ceil((labelWidth + moved) / room));
}

/** The top and bottom of each series at one place, stacked away from nought on both of its sides. */
export function stackAt(values: readonly number[]): readonly (readonly [number, number])[] {
  let above = 0;
  let below = 0;
  return values.map((value) => {
    const start = value >= 0 ? above : below;
    if (value >= 0) above += value;
    else below += value;
    return [start, start + value] as const;
  });
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 2.5 ? 2.5 : share <= 5 ? 5 : 10) * power;
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
