import { sshKeySentences } from '@boreal/contract/request-sentences/ssh-keys.sentences.ts';
import { createPublicKey } from 'node:crypto';
import type { Told } from '@boreal/contract/words/language.ts';
import sshpk from 'sshpk';
import { partCount, type KeyType } from './key-types.rules.ts';

/** OpenSSH itself accepts no RSA key outside these limits, in bits (the lower one is ours). */
const RSA_MIN = 2048;
const RSA_MAX = 16_384;

const curves = {
  'ecdsa-sha2-nistp256': { name: 'P-256', bytes: 32 },
  'ecdsa-sha2-nistp384': { name: 'P-384', bytes: 48 },
  'ecdsa-sha2-nistp521': { name: 'P-521', bytes: 66 },
} as const;

const DAMAGED = sshKeySentences.damaged;

/** What is wrong with the data of a key that claims to be of this type; null if the key is sound. */
export function keyBlobProblem(type: KeyType, blob: Buffer): Told | null {
  const { strings, rest } = readStrings(blob, partCount(type));
  const [name, first, second] = strings;
  const inside = name?.toString('latin1');
  if (inside !== undefined && inside !== type) {
    const found = printable(inside);
    return sshKeySentences.otherType({ type, found });
  }
  if (strings.length < partCount(type)) return sshKeySentences.cutOff;
  if (rest > 0) return sshKeySentences.extraBytes;

  switch (type) {
    // A key on a security device is a plain key and the name of the application it may sign in to. sshpk parses the plain key.
    case 'sk-ssh-ed25519@openssh.com':
      return first && second ? (applicationProblem(second) ?? ed25519Problem(writeStrings([Buffer.from('ssh-ed25519'), first]))) : DAMAGED;
    case 'sk-ecdsa-sha2-nistp256@openssh.com': {
      const [, curve, point, application] = strings;
      if (!curve || !point || !application) return DAMAGED;
      return (
        applicationProblem(application) ??
        ecdsaProblem('ecdsa-sha2-nistp256', writeStrings([Buffer.from('ecdsa-sha2-nistp256'), curve, point]), point)
      );
    }
    case 'ssh-ed25519':
      return ed25519Problem(blob);
    case 'ssh-rsa':
      return rsaProblem(blob);
    default:
      return second ? ecdsaProblem(type, blob, second) : DAMAGED;
  }
}

function ed25519Problem(blob: Buffer): Told | null {
  return bitsOf(blob) === null ? DAMAGED : null;
}

function rsaProblem(blob: Buffer): Told | null {
  const bits = bitsOf(blob);
  if (bits === null) return DAMAGED;
  if (bits < RSA_MIN) return sshKeySentences.rsaTooSmall({ bits, min: RSA_MIN });
  if (bits > RSA_MAX) return sshKeySentences.rsaTooLarge({ bits, max: RSA_MAX });
  return null;
}

function ecdsaProblem(type: keyof typeof curves, blob: Buffer, point: Buffer): Told | null {
  const { name, bytes } = curves[type];
  if (bitsOf(blob) === null || point.length !== 1 + 2 * bytes || point[0] !== 4) return DAMAGED;
  const half = (from: number) => point.subarray(from, from + bytes).toString('base64url');
  try {
    // Rejects a point that is not on the curve, which sshpk does not check.
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: name, x: half(1), y: half(1 + bytes) } });
    return null;
  } catch {
    return DAMAGED;
  }
}

/** The size of a key whose bytes are exactly what OpenSSH would write for it; null for any other bytes. */
function bitsOf(blob: Buffer): number | null {
  try {
    const key = sshpk.parseKey(blob, 'rfc4253');
    return key.toBuffer('rfc4253').equals(blob) ? key.size : null;
  } catch {
    return null;
  }
}

function applicationProblem(application: Buffer): Told | null {
  const text = application.toString('latin1');
  return text !== '' && text === printable(text) ? null : DAMAGED;
}

/** The first `count` length-prefixed strings, or as many as are complete, and how many bytes follow them. */
function readStrings(blob: Buffer, count: number): { strings: Buffer[]; rest: number } {
  const strings: Buffer[] = [];
  let offset = 0;
  while (strings.length < count && offset + 4 <= blob.length) {
    const end = offset + 4 + blob.readUInt32BE(offset);
    if (end > blob.length) break;
    strings.push(blob.subarray(offset + 4, end));
    offset = end;
  }
  return { strings, rest: blob.length - offset };
}

function writeStrings(strings: readonly Buffer[]): Buffer {
  return Buffer.concat(
    strings.flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** Untrusted text, made safe to quote in a message. */
function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?').slice(0, 100);
}
