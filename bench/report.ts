/** One line of the benchmark's report. `ratio` is ours against the peer, null where there is nothing to compare with. */
export interface Result {
  readonly name: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: number | null;
  readonly limit: string;
  /** What keeps it from being faster. */
  readonly bound: string;
}

export function seconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

export function report(results: readonly Result[]): string {
  return results
    .map(({ name, ours, peer, ratio, limit, bound }) =>
      [name, `  ours   ${ours}`, `  peer   ${peer}`, `  ratio  ${ratio === null ? '–' : ratio.toFixed(2)} (${limit})`, `  bound  ${bound}`].join('\n'),
    )
    .join('\n\n');
}
