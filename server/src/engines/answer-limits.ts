/** How long to wait for an answer, in milliseconds of real time. */
export interface AnswerLimits {
  /** Work on one machine, on which nothing else works meanwhile. */
  readonly work: number;
  /** A look at one machine after failed work. */
  readonly look: number;
  /** Its hosts, or which database drives it. */
  readonly hosts: number;
  /** All its machines. */
  readonly list: number;
  /** Everything that is checked before anything is sold on it. */
  readonly check: number;
}

/** Aborts a call once the engine's own time limit is over. `atLeastMs`: the minimum that the caller waits in any case. */
export function answerSignal(
  { answers }: { readonly answers: AnswerLimits },
  kind: keyof AnswerLimits,
  { atLeastMs }: { readonly atLeastMs: number },
): AbortSignal {
  return AbortSignal.timeout(Math.max(atLeastMs, answers[kind]));
}

/** Used unless an engine specifies other limits. */
export const usualAnswers: AnswerLimits = { work: 10_000, look: 3000, hosts: 10_000, list: 15_000, check: 10_000 };
