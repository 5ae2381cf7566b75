/** Above customers' pages: what does not work, and maintenance that is near. */
export const en = {
  plannedFor: (when: string) => `planned for ${when}`,
  statusPage: 'Status page',
};
