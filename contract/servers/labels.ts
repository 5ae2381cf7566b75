import { z } from 'zod';

export const ServerLabel = z.object({ key: z.string(), value: z.string() });
export type ServerLabel = Readonly<z.infer<typeof ServerLabel>>;

/** A label as people read, search and filter it. A key contains no `=`. */
export function labelText({ key, value }: ServerLabel): string {
  return `${key}=${value}`;
}
