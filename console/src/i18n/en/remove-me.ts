/** Removing one's own sign-in. */
export const en = {
  title: 'Remove your sign-in',
  about:
    'Your name, email address, password, passkeys and sessions are erased, and you can no longer sign in or read closed accounts. What you did in accounts of others stays in their records. Your address can then be used to sign up again.',
  belongs: (accounts: string) => `You still belong to ${accounts}. Leave or close it first.`,
  remove: 'Remove my sign-in',
  confirmTitle: 'Remove your sign-in for good?',
  confirmText: 'This signs you out everywhere and cannot be undone. First download any invoices you still need.',
};
