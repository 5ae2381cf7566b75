/** Asked of whoever has not agreed to the terms in force. */
export const en = {
  title: 'Our terms have changed',
  about: 'Read them and agree to continue. Your servers, API keys and agents keep working in the meantime.',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  version: (day: string) => `In force since ${day}`,
  agree: 'I agree to the Terms of Service and the Privacy Policy',
  goOn: 'Agree and continue',
  signOut: 'Sign out',
  needsTick: 'Check the box to agree.',
};
