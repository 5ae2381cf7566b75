import type { Sentences } from '../words/language.ts';

/** What was sent instead of a public key, and what to send. */
export const sshKeySentences = {
  several: { en: 'These are several keys. Add them one at a time.', fr: 'Il y a ici plusieurs clés. Ajoutez-les une à la fois.' },
  isPrivate: {
    en: 'This is a private key. It was not stored; never share it. Send the public key: the file that ends in .pub.',
    fr: 'Ceci est une clé privée. Elle n’a pas été conservée ; ne la communiquez jamais. Envoyez la clé publique : le fichier qui se termine par .pub.',
  },
  isPutty: {
    en: 'This is a PuTTY key file (.ppk), which holds the private key. It was not stored. Send what PuTTYgen shows as "Public key for pasting into OpenSSH authorized_keys file".',
    fr: 'Ceci est un fichier de clé PuTTY (.ppk), qui contient la clé privée. Il n’a pas été conservé. Envoyez ce que PuTTYgen affiche sous « Public key for pasting into OpenSSH authorized_keys file ».',
  },
  isRfc4716: {
    en: 'This is a key in RFC 4716 format. Convert it with "ssh-keygen -i -f FILE" and send the line that is printed.',
    fr: 'Cette clé est au format RFC 4716. Convertissez-la avec « ssh-keygen -i -f FICHIER » et envoyez la ligne affichée.',
  },
  isPem: {
    en: 'This is a key in PEM format. Convert it with "ssh-keygen -i -m PKCS8 -f FILE" and send the line that is printed.',
    fr: 'Cette clé est au format PEM. Convertissez-la avec « ssh-keygen -i -m PKCS8 -f FICHIER » et envoyez la ligne affichée.',
  },
  empty: {
    en: 'The public key is empty. Send one line such as "ssh-ed25519 AAAA… me@laptop".',
    fr: 'La clé publique est vide. Envoyez une ligne telle que « ssh-ed25519 AAAA… moi@portable ».',
  },
  severalLines: {
    en: 'The public key is on several lines. Send it as one line such as "ssh-ed25519 AAAA… me@laptop".',
    fr: 'La clé publique est sur plusieurs lignes. Envoyez-la sur une seule ligne, telle que « ssh-ed25519 AAAA… moi@portable ».',
  },
  isCertificate: {
    en: 'This is an SSH certificate. Send the public key it was made for: the .pub file without "-cert".',
    fr: 'Ceci est un certificat SSH. Envoyez la clé publique dont il est tiré : le fichier .pub sans « -cert ».',
  },
  isDsa: {
    en: 'DSA keys (ssh-dss) are no longer safe and OpenSSH refuses them. Create a new key with "ssh-keygen -t ed25519".',
    fr: 'Les clés DSA (ssh-dss) ne sont plus sûres et OpenSSH les refuse. Créez une nouvelle clé avec « ssh-keygen -t ed25519 ».',
  },
  noType: {
    en: 'The key type is missing. Send the whole line, from "ssh-…" on.',
    fr: 'Le type de la clé manque. Envoyez la ligne entière, à partir de « ssh-… ».',
  },
  hasOptions: {
    en: 'Options before the key are not accepted. Send the line from the key type on.',
    fr: 'Les options placées avant la clé ne sont pas acceptées. Envoyez la ligne à partir du type de la clé.',
  },
  unknownType: ({ type, accepted }: { type: string; accepted: string }) => ({
    en: `"${type}" is not an SSH key type that is accepted. Accepted: ${accepted}.`,
    fr: `« ${type} » n’est pas un type de clé SSH accepté. Types acceptés : ${accepted}.`,
  }),
  notBase64: {
    en: 'What follows the key type is not complete base64: part of it is missing or was changed. Copy the line again from the .pub file.',
    fr: 'Ce qui suit le type de la clé n’est pas du base64 complet : une partie manque ou a été modifiée. Copiez de nouveau la ligne du fichier .pub.',
  },
  longComment: (max: number) => ({
    en: `The comment after the key is longer than ${max} characters. Shorten it or leave it out.`,
    fr: `Le commentaire après la clé dépasse ${max} caractères. Raccourcissez-le ou omettez-le.`,
  }),
  invisibleComment: {
    en: 'The comment after the key has invisible characters. Remove them.',
    fr: 'Le commentaire après la clé contient des caractères invisibles. Retirez-les.',
  },
  damaged: {
    en: 'The key data is damaged. Copy the line again from the .pub file.',
    fr: 'Les données de la clé sont endommagées. Copiez de nouveau la ligne du fichier .pub.',
  },
  otherType: ({ type, found }: { type: string; found: string }) => ({
    en: `The line says ${type}, but its data is a key of type "${found}". Copy the line again from the .pub file.`,
    fr: `La ligne annonce ${type}, mais ses données sont une clé de type « ${found} ». Copiez de nouveau la ligne du fichier .pub.`,
  }),
  cutOff: {
    en: 'The key data is cut off. Copy the line again from the .pub file.',
    fr: 'Les données de la clé sont tronquées. Copiez de nouveau la ligne du fichier .pub.',
  },
  extraBytes: {
    en: 'The key data has extra bytes at its end. Copy the line again from the .pub file.',
    fr: 'Les données de la clé ont des octets de trop à la fin. Copiez de nouveau la ligne du fichier .pub.',
  },
  rsaTooSmall: ({ bits, min }: { bits: number; min: number }) => ({
    en: `This RSA key has ${bits} bits and at least ${min} are needed. Create a new key with "ssh-keygen -t ed25519".`,
    fr: `Cette clé RSA a ${bits} bits et il en faut au moins ${min}. Créez une nouvelle clé avec « ssh-keygen -t ed25519 ».`,
  }),
  rsaTooLarge: ({ bits, max }: { bits: number; max: number }) => ({
    en: `This RSA key has ${bits} bits and OpenSSH takes at most ${max}. Create a new key with "ssh-keygen -t ed25519".`,
    fr: `Cette clé RSA a ${bits} bits et OpenSSH en accepte au plus ${max}. Créez une nouvelle clé avec « ssh-keygen -t ed25519 ».`,
  }),
  thereAlready: (fingerprint: string) => ({
    en: `The account has this key already (${fingerprint}).`,
    fr: `Le compte a déjà cette clé (${fingerprint}).`,
  }),
  tooMany: (max: number) => ({
    en: `An account keeps at most ${max} SSH keys. Delete one first.`,
    fr: `Un compte garde au plus ${max} clés SSH. Supprimez-en une d’abord.`,
  }),
} as const satisfies Sentences;
