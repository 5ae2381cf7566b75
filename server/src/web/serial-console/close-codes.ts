/** Why a terminal was closed: the page has a sentence for each. Codes from 4000 are for applications to define. */
export const closeCodes = {
  /** The shell or its machine has ended, or this process is ending. */
  ended: 1000,
  /** The person who opened it no longer has access. */
  lost: 4403,
  /** The link is used, expired or invalid. */
  refused: 4404,
  notRunning: 4409,
  /** Someone else has opened its serial line since. */
  taken: 4410,
  tooMany: 4429,
  failed: 4500,
} as const;
