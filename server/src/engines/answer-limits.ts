/** The longest that an answer is waited for, in milliseconds of real time. */
export interface AnswerLimits {
  /** Work on one machine, on which nobody else works meanwhile. */
  readonly work: number;
  /** A look at one machine after work that failed. */
  readonly look: number;
  /** Its hosts, or who drives it. */
  readonly hosts: number;
  /** All its machines. */
  readonly list: number;
  /** All that is looked at before anything is sold on it. */
  readonly check: number;
}

/** Ends a call once the engine says that no answer comes any more. `atLeastMs`: as long as whoever asks has in any case. */
export function answerSignal(
  { answers }: { readonly answers: AnswerLimits },
  kind: keyof AnswerLimits,
  { atLeastMs }: { readonly atLeastMs: number },
): AbortSignal {
  return AbortSignal.timeout(Math.max(atLeastMs, answers[kind]));
}

/** Unless an engine states other times. */
export const usualAnswers: AnswerLimits = { work: 10_000, look: 3000, hosts: 10_000, list: 15_000, check: 10_000 };
