/** Being told of incidents and maintenance by mail. */
export const en = {
  title: 'Incidents by email',
  about: (email: string) => `News of incidents and planned maintenance, sent to ${email}. This is yours, whichever account you work in.`,
  label: 'Email me',
  subscribed: 'You are subscribed.',
  unsubscribed: 'You are unsubscribed.',
};
