import { z } from 'zod';
import { CHANGES, READS } from '../console-limits.ts';

/** What every row of the operator's tables says: the role is asked for at the gate, once for all of them. */
export const read = { group: 'Console', needs: null, limit: READS } as const;
export const change = { group: 'Console', needs: null, limit: CHANGES } as const;

/** What a list is searched for. */
export const SearchText = z.string().trim().min(1).max(100).optional();
