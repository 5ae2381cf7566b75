const NO_BREAK = '\u00a0';

/** A French sentence that other doors also show, with the apostrophes used in letters. */
export function typographic(french: string): string {
  return french.replaceAll("'", '’');
}

/** Keeps French punctuation that follows a space on its word's line. */
export function unbroken(french: string): string {
  return french.replaceAll(/ ([;:?!»])/g, `${NO_BREAK}$1`).replaceAll('« ', `«${NO_BREAK}`);
}
