/** One line of the benchmark's report. `ratio` compares ours with the peer; null if there is nothing to compare with. */
export interface Result {
  readonly name: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: number | null;
  /** The ratio of each round, lowest first: shows the effect of the machine's noise. */
  readonly ratios?: readonly number[];
  readonly limit: string;
  /** Null if there is no limit. */
  readonly met: boolean | null;
  /** What limits its speed. */
  readonly bound: string;
}

export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

export function report(results: readonly Result[]): string {
  return results.map((result) => [result.name, ...lines(result)].join('\n')).join('\n\n');
}

function lines({ ours, peer, ratio, ratios, limit, met, bound }: Result): string[] {
  const verdict = met === null ? '' : met ? ': met' : ': NOT MET';
  const spread = ratios && ratios.length > 1 ? `, rounds ${ratios.at(0)?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}` : '';
  return [
    `  ours   ${ours}`,
    `  peer   ${peer}`,
    `  ratio  ${ratio === null ? '–' : ratio.toFixed(2)} (${limit}${verdict}${spread})`,
    `  bound  ${bound}`,
  ];
}
