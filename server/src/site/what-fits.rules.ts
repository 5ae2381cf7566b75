/** The share of a GPU's memory for weights: the rest is for the context, activations and the runtime. */
const FOR_WEIGHTS = 0.9;

/** Bytes per parameter: weights of 16, 8 and 4 bits; and full fine-tuning with Adam in mixed precision. */
const BYTES = { bits16: 2, bits8: 1, bits4: 0.5, training: 16 } as const;

/** The largest model for each use, in billions of parameters. */
export type WhatFits = Readonly<Record<keyof typeof BYTES, number>>;

/** What fits in this much GPU memory: a GB is a billion bytes, so GB divided by bytes per parameter is billions of parameters. */
export function whatFits(memoryGb: number): WhatFits {
  const largest = (bytes: number) => rounded((memoryGb * FOR_WEIGHTS) / bytes);
  return { bits16: largest(BYTES.bits16), bits8: largest(BYTES.bits8), bits4: largest(BYTES.bits4), training: largest(BYTES.training) };
}

/** Two digits, which is all the accuracy of such a rule; rounded down, to what fits. */
function rounded(billions: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(billions)) - 1);
  return billions < 1 ? Math.floor(billions * 10) / 10 : Math.floor(billions / unit) * unit;
}
