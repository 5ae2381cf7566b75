/** Asks the person to prove their identity; false when they decline. */
type AskProof = () => Promise<boolean>;

let ask: AskProof | null = null;
let asking: Promise<boolean> | null = null;

/** The prompt, as long as it is in the page. Returns a function that removes it. */
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
