/** A budget is in `warning` from four fifths of its limit on. */
const WARNING_NUMERATOR = 4n;
const WARNING_DENOMINATOR = 5n;

/** How near a limit is: `reached` if the next charge would exceed it, `none` if there is no limit. Micro-CAD. */
export function budgetState(budget: {
  limitMicros: bigint | null;
  spentMicros: bigint;
  nextMicros: bigint;
}): 'none' | 'ok' | 'warning' | 'reached' {
  const { limitMicros, spentMicros, nextMicros } = budget;
  if (limitMicros === null) return 'none';
  if (spentMicros + nextMicros > limitMicros) return 'reached';
  return spentMicros * WARNING_DENOMINATOR >= limitMicros * WARNING_NUMERATOR ? 'warning' : 'ok';
}
