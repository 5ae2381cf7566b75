/** Being told when a plan is in stock again. */
export const en = {
  tell: 'Tell me when it’s back',
  willTell: (email: string) => `We’ll email ${email} once it is back in stock.`,
  cancel: 'Cancel the alert',
  set: 'Alert set.',
  removed: 'Alert removed.',
  title: 'Stock alerts',
  about:
    'One email each, once a size that was sold out has been in stock for ten minutes. First come, first served: it is not reserved for you.',
  size: 'Size',
  region: 'Region',
  since: 'Set',
  actions: 'Actions',
  remove: 'Remove',
  removeOf: (name: string) => `Remove the alert for ${name}`,
  noneTitle: 'No stock alerts',
  noneText: 'Where a size is sold out, the deploy page offers to tell you when it is back.',
  toDeploy: 'See what is in stock',
};
