/** Ends a program that needs a disposable cloud where there can be none. `why`: what is missing; null when nothing is. */
export function exitUnlessPossible(why: string | null): void {
  if (why === null) return;
  console.error(why);
  process.exit(3);
}
