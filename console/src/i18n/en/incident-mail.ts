/** Being told of incidents, maintenance and announcements by mail. */
export const en = {
  title: 'Status updates by email',
  about: (email: string) =>
    `Incidents, planned maintenance and important announcements, sent to ${email}. This setting is yours and applies to all your accounts.`,
  label: 'Email me',
  subscribed: 'You are subscribed.',
  unsubscribed: 'You are unsubscribed.',
};
