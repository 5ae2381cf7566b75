/** What is read above every page of an account that is suspended or closed. */
export const en = {
  suspendedTitle: 'This account is suspended',
  suspendedText:
    'You can read everything, stop and delete servers, and contact support. Nothing can be bought, deployed or started. The reason is in the email we sent you.',
  closedTitle: (date: string) => `This account was closed on ${date}`,
  closedText: 'You can read it and download its invoices. Nothing in it can be changed, and its keys no longer work.',
};
