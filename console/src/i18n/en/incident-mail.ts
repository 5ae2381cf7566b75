/** Being told of incidents and maintenance by mail. */
export const en = {
  title: 'Incidents by email',
  about: (email: string) =>
    `News of incidents and planned maintenance, and what else you must know, sent to ${email}. This setting is yours and applies to all your accounts.`,
  label: 'Email me',
  subscribed: 'You are subscribed.',
  unsubscribed: 'You are unsubscribed.',
};
