import { z } from 'zod';
import { endpointRows } from './endpoint.ts';
import type { OperatorPermission } from '../operator/roles.ts';

/**
 * Requests per clock minute, operation and client network. A console polls while somebody looks at it, from several tabs and for
 * several colleagues behind one address; people write less, but delete many servers at once.
 */
export const READS = 600;
export const CHANGES = 60;
/** Reveals whether a password or a code is right. */
export const GUESSES = 10;
/** Sends mail to somebody who may not know us, or to each of those who answer customers. */
export const MAILS = 10;

/** Has a card tried at its bank: people have a few, and thieves have lists. */
export const CARDS = 10;

/** What all rows about an account share in the console; each adds the permission that it needs. */
export const memberReads = { scope: 'account', group: 'Console', limit: READS } as const;
export const memberChanges = { scope: 'account', group: 'Console', limit: CHANGES } as const;

/** The rows of operators whose role includes a permission: there is none without. */
const operators = { scope: 'operator', group: 'Console' } as const;
export const operatorReads = (needs: OperatorPermission) => endpointRows({ ...operators, needs, limit: READS });
export const operatorChanges = (needs: OperatorPermission) => endpointRows({ ...operators, needs, limit: CHANGES });

/** The search text of a list. */
export const SearchText = z.string().trim().min(1).max(100).optional();
