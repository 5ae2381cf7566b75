import { hash } from 'node:crypto';

/** Characters of a token: 43 of base62 hold 256 bits. */
export const TOKEN_LENGTH = 43;

export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The hash of a tool's arguments as it read them, whatever the order in which they were sent. */
export function argumentsHash(args: object): Buffer {
  return hash('sha256', canonical(args), 'buffer');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${entries
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .join(',')}}`;
}
