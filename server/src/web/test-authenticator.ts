import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto';

/** A device that holds passkeys, as far as a server sees one: it signs challenges, for one site. */
export interface TestAuthenticator {
  /** The answer to the options of a registration. */
  create(options: { challenge: string }): object;
  /** The answer to the options of a sign-in. `verified`: the device has verified its user. */
  get(options: { challenge: string }, verified?: boolean): object;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** See W3C Web Authentication, level 3, sections 6.1 and 6.5: authenticator data, attestation of format `none`, ES256. */
export function testAuthenticator(siteUrl: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: siteUrl, crossOrigin: false }));
  const authenticatorData = (flags: number, attested: Buffer = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([hash('sha256', new URL(siteUrl).hostname, 'buffer'), Buffer.from([flags]), count, attested]);
  };
  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    create: ({ challenge }) => {
      // COSE: key type EC2, algorithm ES256, curve P-256, and the two coordinates, each 32 bytes.
      const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
      const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
      const key = Buffer.concat([head, coordinate(x), Buffer.from([0x22]), coordinate(y)]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, key]);
      const data = authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_KEY, attested);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    get: ({ challenge }, verified = true) => {
      const client = clientData('webauthn.get', challenge);
      const data = authenticatorData(verified ? USER_PRESENT | USER_VERIFIED : USER_PRESENT);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash('sha256', client, 'buffer')]))
        .sign(privateKey);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

/** A short text in CBOR. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}
