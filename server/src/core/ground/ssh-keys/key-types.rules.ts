/** The kinds of SSH keys that a server accepts, best first, and the number of strings in the data of each (RFC 4253, PROTOCOL.u2f). */
const parts = {
  'ssh-ed25519': 2,
  'sk-ssh-ed25519@openssh.com': 3,
  'sk-ecdsa-sha2-nistp256@openssh.com': 4,
  'ecdsa-sha2-nistp256': 3,
  'ecdsa-sha2-nistp384': 3,
  'ecdsa-sha2-nistp521': 3,
  'ssh-rsa': 3,
} as const;

export type KeyType = keyof typeof parts;

export function isKeyType(text: string): text is KeyType {
  return Object.hasOwn(parts, text);
}

export function partCount(type: KeyType): number {
  return parts[type];
}

export const acceptedTypes = Object.keys(parts).join(', ');
