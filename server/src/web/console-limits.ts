/**
 * Requests per clock minute, operation and client network. A console asks again while one looks at it, from several tabs
 * and several colleagues behind one address; people write less, but delete many servers at once.
 */
export const READS = 600;
export const CHANGES = 60;
/** What tells whether a password or a code is right. */
export const GUESSES = 10;
/** What sends mail to somebody who may not know us. */
export const MAILS = 10;
