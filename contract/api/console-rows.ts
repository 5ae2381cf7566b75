import { z } from 'zod';
import { endpointRows } from './endpoint.ts';
import type { OperatorPermission } from '../operator/roles.ts';

/**
 * Requests per clock minute, operation and client network. A visible console polls, from several tabs and for several colleagues behind one
 * address; people write less often, but delete many servers at once.
 */
export const READS = 600;
export const CHANGES = 60;
/** Reveals whether a password or a code is right. */
export const GUESSES = 10;
/** Sends mail to someone who may not know Boreal, or to everyone who answers customers. */
export const MAILS = 10;

/** Has a bank check a card: people have a few cards, thieves have lists. */
export const CARDS = 10;

/** What all of the console's rows about an account share; each adds the permission that it needs. */
export const memberReads = { scope: 'account', group: 'Console', limit: READS } as const;
export const memberChanges = { scope: 'account', group: 'Console', limit: CHANGES } as const;

/** Rows for operators whose role includes a permission; every such row needs one. */
const operators = { scope: 'operator', group: 'Console' } as const;
export const operatorReads = (needs: OperatorPermission) => endpointRows({ ...operators, needs, limit: READS });
export const operatorChanges = (needs: OperatorPermission) => endpointRows({ ...operators, needs, limit: CHANGES });

/** The search text of a list. */
export const SearchText = z.string().trim().min(1).max(100).optional();
