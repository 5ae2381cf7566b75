import { IdText } from '@boreal/contract/values/ids.ts';
import { z } from 'zod';

/** How many seconds an agent should wait before it polls something in progress again. */
export const POLL_SECONDS = 5;

export const ServerInput = z.strictObject({ serverId: IdText });

/** Paging of a list: agents read little at a time. */
export const pageFields = {
  limit: z.int().min(1).max(100).optional(),
  cursor: z.string().min(1).max(200).optional(),
} as const;

export const PAGE_DEFAULT = 25;

export const nextCursor = z.string().nullable();

/** `3 servers`, `1 server`, and how to continue. */
export function counted(count: number, noun: string, cursor: string | null = null): string {
  const many = `${count} ${noun}${count === 1 ? '' : 's'}`;
  return cursor === null ? `${many}.` : `${many}; more with cursor.`;
}
