/** The few parts of sshpk that we use; the package has no types. */
declare module 'sshpk' {
  interface Key {
    readonly type: 'rsa' | 'dsa' | 'ecdsa' | 'ed25519' | 'curve25519';
    /** Bits. */
    readonly size: number;
    toBuffer(format: 'rfc4253'): Buffer;
    toString(format: 'ssh'): string;
  }
  interface PrivateKey {
    comment: string;
    toPublic(): Key;
    toString(format: 'openssh'): string;
  }
  const sshpk: {
    generatePrivateKey(type: 'ed25519'): PrivateKey;
    /** @throws if the bytes are not a key */
    parseKey(data: Buffer, format: 'rfc4253'): Key;
  };
  export default sshpk;
}
