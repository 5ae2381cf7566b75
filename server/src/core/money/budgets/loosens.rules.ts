/** Whether a new limit allows more than the old one; null is no limit, and undefined leaves it unchanged. Micro-CAD. */
export function loosens(before: bigint | null, after: bigint | null | undefined): boolean {
  if (after === undefined || before === null) return false;
  return after === null || after > before;
}

interface Limits {
  readonly monthLimitMicros?: bigint | null;
  readonly dayLimitMicros?: bigint | null;
}

/** By how much a change raises the limits, the larger of the two, micro-CAD; null if it lifts one. */
export function raisedBy(before: Required<Limits>, after: Limits): bigint | null {
  let raised = 0n;
  for (const name of ['monthLimitMicros', 'dayLimitMicros'] as const) {
    const [was, is] = [before[name], after[name]];
    if (was === null || is === undefined || !loosens(was, is)) continue;
    if (is === null) return null;
    if (is - was > raised) raised = is - was;
  }
  return raised;
}
