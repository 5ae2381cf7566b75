import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Characters of a token: 43 of base62 hold 256 bits. */
export const TOKEN_LENGTH = 43;

export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The hash of a tool's parsed arguments in their RFC 8785 form, independent of the order in which they were sent. */
export function argumentsHash(args: object): Buffer {
  return hash('sha256', canonicalize(args) ?? '', 'buffer');
}
