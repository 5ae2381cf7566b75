/** The whole cents of an amount that was typed; null when it is none. */
export function wholeCents(value: number | string): number | null {
  const cad = typeof value === 'number' ? value : Number.NaN;
  return Number.isFinite(cad) && Math.abs(cad * 100 - Math.round(cad * 100)) < 1e-6 ? Math.round(cad * 100) / 100 : null;
}
