import { z } from 'zod';

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

/** What every row of an account says in the console; each says besides which permission it needs. */
export const memberReads = { scope: 'account', group: 'Console', limit: READS } as const;
export const memberChanges = { scope: 'account', group: 'Console', limit: CHANGES } as const;

/** What every operator's row says: the role is asked for at the gate, once for all of them. */
export const operatorReads = { scope: 'operator', group: 'Console', needs: null, limit: READS } as const;
export const operatorChanges = { scope: 'operator', group: 'Console', needs: null, limit: CHANGES } as const;

/** What an operator's list is searched for. */
export const SearchText = z.string().trim().min(1).max(100).optional();
