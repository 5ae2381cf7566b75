import { hash } from 'node:crypto';

/**
 * The sign-in library's names for password links and for trusted devices, and how we store them: hashed, with a prefix of our own, so that
 * one person's can be found, and the stored value itself opens nothing.
 */
export const PROOF_PREFIXES = { 'reset-password:': 'reset ', 'trust-device-': 'device ' } as const;
export type ProofKind = keyof typeof PROOF_PREFIXES;

export function storedProof(kind: ProofKind, identifier: string): string {
  return PROOF_PREFIXES[kind] + hash('sha256', identifier, 'base64url');
}
