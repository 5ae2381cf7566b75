/** Asking for another proof of identity. */
export const en = {
  title: 'Confirm it’s you',
  about: 'This changes who can access your account. Confirm it’s you to go ahead.',
  password: 'Your password',
  code: 'Code from your authenticator app',
  useCode: 'Use a code from your app',
  usePassword: 'Use your password',
  usePasskey: 'Use a passkey',
  elsewhere: 'After you confirm on the other site, you come back to this page. Then repeat what you were doing.',
  confirm: 'Confirm',
};
