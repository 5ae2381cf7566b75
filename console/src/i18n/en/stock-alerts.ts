/** Being told when a plan is in stock again. */
export const en = {
  tell: 'Tell me when it’s back',
  willTell: (email: string) => `We’ll email ${email} once it is back in stock.`,
  cancel: 'Cancel the alert',
  set: 'Alert set.',
  removed: 'Alert removed.',
  title: 'Stock alerts',
  about:
    'One email per alert, once a sold-out size has been back in stock for ten minutes. First come, first served: nothing is reserved for you.',
  size: 'Size',
  region: 'Region',
  since: 'Set',
  actions: 'Actions',
  remove: 'Remove',
  removeOf: (name: string) => `Remove the alert for ${name}`,
  noneTitle: 'No stock alerts',
  noneText: 'When a size is sold out, you can set an alert on the deploy page.',
  toDeploy: 'See what is in stock',
};
