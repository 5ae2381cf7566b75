const NO_BREAK = '\u00a0';

/** A French sentence that other doors show, too, with the apostrophes that letters have. */
export function typographic(french: string): string {
  return french.replaceAll("'", '’');
}

/** French signs that stand apart from their word stay on its line. */
export function unbroken(french: string): string {
  return french.replaceAll(/ ([;:?!»])/g, `${NO_BREAK}$1`).replaceAll('« ', `«${NO_BREAK}`);
}
