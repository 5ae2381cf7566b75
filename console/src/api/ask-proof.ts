/** Asks the person to prove that it is them; false when they would rather not. */
type AskProof = () => Promise<boolean>;

let ask: AskProof | null = null;
let asking: Promise<boolean> | null = null;

/** What asks, as long as it is in the page. Answers how to take it away again. */
export function onProofRequired(handler: AskProof): () => void {
  ask = handler;
  return () => {
    if (ask === handler) ask = null;
  };
}

/** Asks once for all requests that wait for it. */
export function askProof(): Promise<boolean> {
  if (ask === null) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
