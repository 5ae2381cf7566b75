/** The page that a mail's link opens to stop such mails. */
export const en = {
  title: 'Stop stock alerts',
  text: 'You will get no more email about sizes that are back in stock, from any of your accounts.',
  stop: 'Stop all my alerts',
  stopped: 'Done. You no longer have any stock alerts.',
  noToken: 'This link was not copied whole. Sign in to see your stock alerts.',
};
