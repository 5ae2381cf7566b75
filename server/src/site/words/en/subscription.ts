export const subscription = {
  title: 'Status updates by email',
  lead: 'Get an email about incidents, planned maintenance and important announcements. You can unsubscribe at any time.',
  email: 'Email address',
  subscribe: 'Subscribe',
  notAnAddress: 'This is not an email address. Enter one such as dev@example.com.',
  askedTitle: 'Check your email',
  asked: (email: string) => `We are sending a link to ${email}. Open it to confirm; it works for a day.`,
  askedNothing: 'If nothing arrives within a few minutes, check your spam folder. We send an address only a few of these links a week.',
  confirmTitle: 'Confirm your subscription',
  confirm: (email: string) => `We’ll email ${email} about incidents, planned maintenance and important announcements.`,
  confirmButton: 'Confirm',
  confirmedTitle: 'You are subscribed',
  confirmed: (email: string) =>
    `From now on, we’ll email ${email} about incidents, planned maintenance and important announcements. Every email has a link to unsubscribe.`,
  stopTitle: 'Unsubscribe',
  stop: {
    'stop incident mail': 'You’ll no longer get emails about incidents, planned maintenance and announcements.',
    'stop stock alerts': 'You’ll no longer get back-in-stock emails.',
  },
  stopButton: 'Unsubscribe',
  stoppedTitle: 'You are unsubscribed',
  stopped: {
    'stop incident mail': 'We no longer email this address about incidents, planned maintenance and announcements.',
    'stop stock alerts': 'You no longer have any stock alerts.',
  },
  linkTitle: 'This link doesn’t work',
  toStatus: 'Go to the status page',
};
