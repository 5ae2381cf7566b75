import { hash } from 'node:crypto';

/**
 * The sign-in library's names for the links to new passwords and for the devices that need no code, and how we store them: hashed,
 * behind a prefix of ours, so that those of one person can be found, and what is stored opens nothing itself.
 */
export const PROOF_PREFIXES = { 'reset-password:': 'reset ', 'trust-device-': 'device ' } as const;
export type ProofKind = keyof typeof PROOF_PREFIXES;

export function storedProof(kind: ProofKind, identifier: string): string {
  return PROOF_PREFIXES[kind] + hash('sha256', identifier, 'base64url');
}
