/** Whether a new limit allows more than the old one; null is no limit, and undefined leaves it. Micro-CAD. */
export function loosens(before: bigint | null, after: bigint | null | undefined): boolean {
  if (after === undefined || before === null) return false;
  return after === null || after > before;
}
