/** The page that a mail's link opens to stop such mails. */
export const en = {
  title: 'Stop stock alerts',
  text: 'You will get no more mail about sizes that are back in stock, from any of your accounts.',
  stop: 'Stop all my alerts',
  stopped: 'Done. You have no stock alerts any more.',
  noToken: 'This link was not copied whole. Sign in to see your stock alerts.',
};
