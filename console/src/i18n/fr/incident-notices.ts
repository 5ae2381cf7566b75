import type { en } from '../en/incident-notices.ts';

export const fr: typeof en = {
  plannedFor: (when) => `prévue le ${when}`,
  statusPage: 'Page d’état',
  close: (title) => `Fermer : ${title}`,
};
