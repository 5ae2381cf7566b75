import type { en } from '../en/identities.ts';

export const fr: typeof en = {
  continueWith: (provider) => `Continuer avec ${provider}`,
};
