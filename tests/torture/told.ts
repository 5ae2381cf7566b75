/** How many findings of one kind are reported. */
const SHOWN = 2;

/** What was wrong, for people: of many findings that differ in times, amounts and ids only, the first ones and how many there are. */
export function told(wrong: readonly string[]): string[] {
  const kinds = Map.groupBy(wrong, kindOf);
  return [...kinds.values()].flatMap((found) => [
    ...found.slice(0, SHOWN),
    ...(found.length > SHOWN ? [`… and ${found.length - SHOWN} more like it`] : []),
  ]);
}

/** What a finding is, without whom, when and how much. */
export function kindOf(sentence: string): string {
  const [first = ''] = sentence.split('\n');
  return first.replaceAll(/\b[a-z]{3,4}_[0-9a-z]{10,}\b/g, '#').replaceAll(/\d[\d.:TZ-]*/g, '0');
}
