/** Prints each step of a long start with the seconds since it began. */
export function stopwatch(): (step: string) => void {
  const begun = performance.now();
  return (step) => console.log(`[${String(Math.round((performance.now() - begun) / 1000)).padStart(4)} s] ${step}`);
}
