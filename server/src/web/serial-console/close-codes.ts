/** Why a terminal was closed, for the page: it has a sentence for each. 4000 and more are for applications to define. */
export const closeCodes = {
  /** The shell or its machine has ended, or we have. */
  ended: 1000,
  /** Whoever asked for it may not have it any more. */
  lost: 4403,
  /** The link is used, expired or none. */
  refused: 4404,
  notRunning: 4409,
  /** Its line has been opened again since. */
  taken: 4410,
  tooMany: 4429,
  failed: 4500,
} as const;
