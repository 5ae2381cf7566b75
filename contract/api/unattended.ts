/**
 * The header by which the console says that nobody has touched its page for a while, so that what it asks is nobody's use of a
 * session. It can only make a session end sooner.
 */
export const UNATTENDED_HEADER = 'x-boreal-unattended';
