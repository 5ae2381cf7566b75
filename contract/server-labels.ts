import { z } from 'zod';

export const ServerLabel = z.object({ key: z.string(), value: z.string() });
export type ServerLabel = Readonly<z.infer<typeof ServerLabel>>;

/** What people have written about a server; labels by their key. */
export const ServerDescription = z.object({ name: z.string(), labels: z.array(ServerLabel), note: z.string().nullable() });
export type ServerDescription = z.infer<typeof ServerDescription>;

/** A label as people read, search and filter it. A key has no `=`. */
export function labelText({ key, value }: ServerLabel): string {
  return `${key}=${value}`;
}
