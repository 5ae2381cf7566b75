/** Whether Postgres accepts a text: it must contain neither a NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The start of a text, at most this many UTF-16 units long, that does not end in half of a surrogate pair. */
export function beginningOf(text: string, unitsMax: number): string {
  const endsInHalf = text.length > unitsMax && (text.codePointAt(unitsMax - 1) ?? 0) > 0xffff;
  return text.slice(0, endsInHalf ? unitsMax - 1 : unitsMax);
}
