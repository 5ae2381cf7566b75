import { createHash } from 'node:crypto';
import { keyBlobProblem } from './key-blob.rules.ts';
import { acceptedTypes, isKeyType } from './key-types.rules.ts';

export interface PublicKey {
  /** `type base64 comment`, without a comment when there is none. */
  readonly line: string;
  /** As `ssh-keygen -lf` prints it. */
  readonly fingerprint: string;
}

/** A public key, or a sentence that says what was sent instead and what to send. */
export type ParsedPublicKey = PublicKey | { readonly problem: string };

const COMMENT_MAX = 255;

/** A key somewhere in a text: its type, then what the base64 of every key begins with. */
const KEY = /(?:^|[\s,"])(?:ssh|ecdsa|sk)-[a-z0-9@.-]+[ \t]+AAAA/;

/** Reads one line of OpenSSH public key text, strictly. */
export function parsePublicKey(text: string): ParsedPublicKey {
  const line = text.trim();
  const otherFile = otherFileProblem(line) ?? linesProblem(line);
  if (otherFile !== null) return { problem: otherFile };

  const [, type = '', base64 = '', comment = ''] = /^(\S+)(?:[ \t]+(\S+))?(?:[ \t]+(.*))?$/u.exec(line) ?? [];
  if (!isKeyType(type)) return { problem: typeProblem(type, line) };
  const blob = Buffer.from(base64, 'base64');
  const problem = base64Problem(base64, blob) ?? keyBlobProblem(type, blob) ?? commentProblem(comment);
  if (problem !== null) return { problem };
  return {
    line: comment === '' ? `${type} ${base64}` : `${type} ${base64} ${comment}`,
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
  };
}

/** Files of another kind, by how they begin; a private key wherever it stands. */
function otherFileProblem(text: string): string | null {
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) {
    return 'This is a private key. It was not stored; never send it to anybody. Send the public key: the file that ends in .pub.';
  }
  if (text.startsWith('PuTTY-User-Key-File-')) {
    return 'This is a PuTTY key file (.ppk), which holds the private key. It was not stored. Send what PuTTYgen shows as "Public key for pasting into OpenSSH authorized_keys file".';
  }
  if (/^---- ?BEGIN SSH2/.test(text)) {
    return 'This is a key in RFC 4716 format. Convert it with "ssh-keygen -i -f FILE" and send the line that is printed.';
  }
  if (/^-----BEGIN [A-Z0-9 ]*PUBLIC KEY/.test(text)) {
    return 'This is a key in PEM format. Convert it with "ssh-keygen -i -m PKCS8 -f FILE" and send the line that is printed.';
  }
  return null;
}

function linesProblem(text: string): string | null {
  if (text === '') return 'The public key is empty. Send one line such as "ssh-ed25519 AAAA… me@laptop".';
  const lines = text.split(/[\r\n\u2028\u2029]+/u);
  if (lines.length === 1) return null;
  return lines.filter((line) => KEY.test(line)).length > 1
    ? 'These are several keys. Add them one at a time.'
    : 'The public key is on several lines. Send it as one line such as "ssh-ed25519 AAAA… me@laptop".';
}

function typeProblem(type: string, line: string): string {
  if (/-cert-v\d\d@openssh\.com$/.test(type))
    return 'This is an SSH certificate. Send the public key it was made for: the .pub file without "-cert".';
  if (type === 'ssh-dss')
    return 'DSA keys (ssh-dss) are no longer safe and OpenSSH refuses them. Make a new key with "ssh-keygen -t ed25519".';
  if (type.startsWith('AAAA')) return 'The key type is missing. Send the whole line, from "ssh-…" on.';
  if (KEY.test(line.slice(type.length))) return 'Options before the key are not taken. Send the line from the key type on.';
  return `"${type.replace(/[^\x21-\x7e]/g, '?').slice(0, 50)}" is not an SSH key type that is accepted. Accepted: ${acceptedTypes}.`;
}

function base64Problem(base64: string, blob: Buffer): string | null {
  if (base64 !== '' && blob.toString('base64') === base64) return null;
  return 'What follows the key type is not whole base64: part of it is missing or was changed. Copy the line again from the .pub file.';
}

function commentProblem(comment: string): string | null {
  if (KEY.test(comment)) return 'These are several keys. Add them one at a time.';
  if (comment.length > COMMENT_MAX)
    return `The comment after the key is longer than ${COMMENT_MAX} characters. Shorten it or leave it out.`;
  if (/\p{Cc}/u.test(comment)) return 'The comment after the key has control characters. Leave them out.';
  return null;
}
