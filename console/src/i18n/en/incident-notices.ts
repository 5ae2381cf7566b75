/** Above customers' pages: what does not work, maintenance that is near, and what is new. */
export const en = {
  plannedFor: (when: string) => `planned for ${when}`,
  statusPage: 'Status page',
  close: (title: string) => `Close: ${title}`,
};
