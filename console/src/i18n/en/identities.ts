/** Buttons that lead to Google or GitHub. */
export const en = {
  continueWith: (provider: string) => `Continue with ${provider}`,
};
