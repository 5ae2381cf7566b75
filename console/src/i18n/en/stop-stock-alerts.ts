/** The page that a mail's link opens to stop such mails. */
export const en = {
  title: 'Stop stock alerts',
  text: 'You’ll no longer get back-in-stock emails, for any of your accounts.',
  stop: 'Stop all my alerts',
  stopped: 'Done. You no longer have any stock alerts.',
  noToken: 'This link is incomplete. Sign in to see your stock alerts.',
};
