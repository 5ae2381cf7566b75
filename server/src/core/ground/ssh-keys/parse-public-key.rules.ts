import { sshKeySentences } from '@boreal/contract/request-sentences/ssh-keys.sentences.ts';
import { isVisible } from '@boreal/contract/values/visible-text.ts';
import { createHash } from 'node:crypto';
import type { Told } from '@boreal/contract/words/language.ts';
import { keyBlobProblem } from './key-blob.rules.ts';
import { acceptedTypes, isKeyType } from './key-types.rules.ts';

export interface PublicKey {
  /** `type base64 comment`, or without a comment if there is none. */
  readonly line: string;
  /** As `ssh-keygen -lf` prints it. */
  readonly fingerprint: string;
}

/** A public key, or a sentence that says what was sent instead and what to send. */
export type ParsedPublicKey = PublicKey | { readonly problem: Told };

const COMMENT_MAX = 255;

/** A key anywhere in a text: its type, then the beginning that every key's base64 has. */
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

/** Recognizes files of another kind by how they begin, and a private key anywhere in the text. */
function otherFileProblem(text: string): Told | null {
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) return sshKeySentences.isPrivate;
  if (text.startsWith('PuTTY-User-Key-File-')) return sshKeySentences.isPutty;
  if (/^---- ?BEGIN SSH2/.test(text)) return sshKeySentences.isRfc4716;
  if (/^-----BEGIN [A-Z0-9 ]*PUBLIC KEY/.test(text)) return sshKeySentences.isPem;
  return null;
}

function linesProblem(text: string): Told | null {
  if (text === '') return sshKeySentences.empty;
  const lines = text.split(/[\r\n\u2028\u2029]+/u);
  if (lines.length === 1) return null;
  if (lines.filter((line) => KEY.test(line)).length > 1) return sshKeySentences.several;
  return sshKeySentences.severalLines;
}

function typeProblem(type: string, line: string): Told {
  if (/-cert-v\d\d@openssh\.com$/.test(type)) return sshKeySentences.isCertificate;
  if (type === 'ssh-dss') return sshKeySentences.isDsa;
  if (type.startsWith('AAAA')) return sshKeySentences.noType;
  if (KEY.test(line.slice(type.length))) return sshKeySentences.hasOptions;
  const shown = type.replace(/[^\x21-\x7e]/g, '?').slice(0, 50);
  return sshKeySentences.unknownType({ type: shown, accepted: acceptedTypes });
}

function base64Problem(base64: string, blob: Buffer): Told | null {
  if (base64 !== '' && blob.toString('base64') === base64) return null;
  return sshKeySentences.notBase64;
}

function commentProblem(comment: string): Told | null {
  if (KEY.test(comment)) return sshKeySentences.several;
  if (comment.length > COMMENT_MAX) return sshKeySentences.longComment(COMMENT_MAX);
  if (!isVisible(comment)) return sshKeySentences.invisibleComment;
  return null;
}
