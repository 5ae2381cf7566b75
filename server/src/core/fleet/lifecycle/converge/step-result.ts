/** What is left to do for a server after a step. `wait` is in milliseconds of product time. */
export type StepResult =
  | { readonly is: 'done' }
  | { readonly is: 'next' }
  | { readonly is: 'wait'; readonly ms: number; readonly reason: string };
