import { isVisible } from '@boreal/contract/visible-text.ts';
import { createHash } from 'node:crypto';
import type { Told } from '@boreal/contract/language.ts';
import { keyBlobProblem } from './key-blob.rules.ts';
import { acceptedTypes, isKeyType } from './key-types.rules.ts';

export interface PublicKey {
  /** `type base64 comment`, without a comment when there is none. */
  readonly line: string;
  /** As `ssh-keygen -lf` prints it. */
  readonly fingerprint: string;
}

/** A public key, or a sentence that says what was sent instead and what to send. */
export type ParsedPublicKey = PublicKey | { readonly problem: Told };

const COMMENT_MAX = 255;

const SEVERAL_KEYS: Told = {
  en: 'These are several keys. Add them one at a time.',
  fr: 'Il y a ici plusieurs clés. Ajoutez-les une à la fois.',
};

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
function otherFileProblem(text: string): Told | null {
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY/.test(text)) {
    return {
      en: 'This is a private key. It was not stored; never send it to anybody. Send the public key: the file that ends in .pub.',
      fr: "Ceci est une clé privée. Elle n'a pas été conservée ; ne l'envoyez jamais à personne. Envoyez la clé publique : le fichier qui se termine par .pub.",
    };
  }
  if (text.startsWith('PuTTY-User-Key-File-')) {
    return {
      en: 'This is a PuTTY key file (.ppk), which holds the private key. It was not stored. Send what PuTTYgen shows as "Public key for pasting into OpenSSH authorized_keys file".',
      fr: "Ceci est un fichier de clé PuTTY (.ppk), qui contient la clé privée. Il n'a pas été conservé. Envoyez ce que PuTTYgen affiche sous « Public key for pasting into OpenSSH authorized_keys file ».",
    };
  }
  if (/^---- ?BEGIN SSH2/.test(text)) {
    return {
      en: 'This is a key in RFC 4716 format. Convert it with "ssh-keygen -i -f FILE" and send the line that is printed.',
      fr: 'Cette clé est au format RFC 4716. Convertissez-la avec « ssh-keygen -i -f FICHIER » et envoyez la ligne affichée.',
    };
  }
  if (/^-----BEGIN [A-Z0-9 ]*PUBLIC KEY/.test(text)) {
    return {
      en: 'This is a key in PEM format. Convert it with "ssh-keygen -i -m PKCS8 -f FILE" and send the line that is printed.',
      fr: 'Cette clé est au format PEM. Convertissez-la avec « ssh-keygen -i -m PKCS8 -f FICHIER » et envoyez la ligne affichée.',
    };
  }
  return null;
}

function linesProblem(text: string): Told | null {
  if (text === '') {
    return {
      en: 'The public key is empty. Send one line such as "ssh-ed25519 AAAA… me@laptop".',
      fr: 'La clé publique est vide. Envoyez une ligne telle que « ssh-ed25519 AAAA… moi@portable ».',
    };
  }
  const lines = text.split(/[\r\n\u2028\u2029]+/u);
  if (lines.length === 1) return null;
  if (lines.filter((line) => KEY.test(line)).length > 1) return SEVERAL_KEYS;
  return {
    en: 'The public key is on several lines. Send it as one line such as "ssh-ed25519 AAAA… me@laptop".',
    fr: 'La clé publique est sur plusieurs lignes. Envoyez-la sur une seule ligne, telle que « ssh-ed25519 AAAA… moi@portable ».',
  };
}

function typeProblem(type: string, line: string): Told {
  if (/-cert-v\d\d@openssh\.com$/.test(type)) {
    return {
      en: 'This is an SSH certificate. Send the public key it was made for: the .pub file without "-cert".',
      fr: 'Ceci est un certificat SSH. Envoyez la clé publique dont il est tiré : le fichier .pub sans « -cert ».',
    };
  }
  if (type === 'ssh-dss') {
    return {
      en: 'DSA keys (ssh-dss) are no longer safe and OpenSSH refuses them. Make a new key with "ssh-keygen -t ed25519".',
      fr: 'Les clés DSA (ssh-dss) ne sont plus sûres et OpenSSH les refuse. Créez une nouvelle clé avec « ssh-keygen -t ed25519 ».',
    };
  }
  if (type.startsWith('AAAA')) {
    return {
      en: 'The key type is missing. Send the whole line, from "ssh-…" on.',
      fr: 'Le type de la clé manque. Envoyez la ligne entière, à partir de « ssh-… ».',
    };
  }
  if (KEY.test(line.slice(type.length))) {
    return {
      en: 'Options before the key are not taken. Send the line from the key type on.',
      fr: 'Les options placées avant la clé ne sont pas acceptées. Envoyez la ligne à partir du type de la clé.',
    };
  }
  const shown = type.replace(/[^\x21-\x7e]/g, '?').slice(0, 50);
  return {
    en: `"${shown}" is not an SSH key type that is accepted. Accepted: ${acceptedTypes}.`,
    fr: `« ${shown} » n'est pas un type de clé SSH accepté. Types acceptés : ${acceptedTypes}.`,
  };
}

function base64Problem(base64: string, blob: Buffer): Told | null {
  if (base64 !== '' && blob.toString('base64') === base64) return null;
  return {
    en: 'What follows the key type is not whole base64: part of it is missing or was changed. Copy the line again from the .pub file.',
    fr: "Ce qui suit le type de la clé n'est pas du base64 complet : une partie manque ou a été modifiée. Copiez de nouveau la ligne du fichier .pub.",
  };
}

function commentProblem(comment: string): Told | null {
  if (KEY.test(comment)) return SEVERAL_KEYS;
  if (comment.length > COMMENT_MAX) {
    return {
      en: `The comment after the key is longer than ${COMMENT_MAX} characters. Shorten it or leave it out.`,
      fr: `Le commentaire après la clé dépasse ${COMMENT_MAX} caractères. Raccourcissez-le ou omettez-le.`,
    };
  }
  if (!isVisible(comment)) {
    return {
      en: 'The comment after the key has characters that nobody sees. Leave them out.',
      fr: 'Le commentaire après la clé contient des caractères que personne ne voit. Retirez-les.',
    };
  }
  return null;
}
