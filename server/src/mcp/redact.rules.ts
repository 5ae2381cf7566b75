import { beginningOf } from '../kit/storable.ts';

/** What the audit must not contain: a token can spend, and people paste private keys by mistake. */
const SECRETS = new Set(['confirmationToken', 'publicKey', 'privateKey', 'password', 'token']);
const TEXT_MAX = 200;
const ENTRIES_MAX = 50;
const DEPTH_MAX = 4;

/** A call's arguments as the audit stores them: without secrets, and truncated. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return clipped(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? value.toString() : value;
  if (depth >= DEPTH_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((part) => redacted(part, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, ENTRIES_MAX)
      .map(([name, part]) => [clipped(name), SECRETS.has(name) ? '…' : redacted(part, depth + 1)]),
  );
}

/** Postgres text cannot contain a NUL. */
function clipped(text: string): string {
  const plain = text.replaceAll('\0', '').toWellFormed();
  return plain.length > TEXT_MAX ? `${beginningOf(plain, TEXT_MAX)}…` : plain;
}
