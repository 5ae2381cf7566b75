/**
 * The header by which the console says that nobody has touched its page for a while, so that its requests do not count as use of the
 * session. It can only make a session end sooner.
 */
export const UNATTENDED_HEADER = 'x-boreal-unattended';
