/** Answers are cached here, in the page's memory, because no browser may cache them: they are gone with the page. */
const ANSWERS_MAX = 50;

interface Remembered {
  readonly etag: string;
  readonly text: string;
}

const answers = new Map<string, Remembered>();

/** What was last read from this address. */
export function remembered(address: string): Remembered | undefined {
  return answers.get(address);
}

/** Stores what was read with its tag, for the latest addresses only. */
export function remember(address: string, answer: { etag: string | null; text: string }): void {
  answers.delete(address);
  if (answer.etag === null) return;
  answers.set(address, { etag: answer.etag, text: answer.text });
  const [oldest] = answers.keys();
  if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
}
