import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import { assertTold } from '../../../kit/testing.ts';
import { keyFiles, wire } from './testing/key-files.ts';
import { parsePublicKey } from './parse-public-key.rules.ts';

const files = keyFiles();
after(() => files.remove());

const ed25519 = files.make('ed25519', '-t', 'ed25519');
const rsa2048 = files.make('rsa2048', '-t', 'rsa', '-b', '2048');
const rsa1024 = files.make('rsa1024', '-t', 'rsa', '-b', '1024');
const ecdsa256 = files.make('ecdsa256', '-t', 'ecdsa', '-b', '256');
const ecdsa384 = files.make('ecdsa384', '-t', 'ecdsa', '-b', '384');
const ecdsa521 = files.make('ecdsa521', '-t', 'ecdsa', '-b', '521');

const blobOf = (line: string) => Buffer.from(line.split(' ')[1] ?? '', 'base64');
const lineOf = (type: string, blob: Buffer) => `${type} ${blob.toString('base64')} me@test`;

// Keys on a security device cannot be made without one: their data is the plain key and the application's name.
const ed25519Point = blobOf(ed25519.line).subarray(-32);
const ecdsaPoint = blobOf(ecdsa256.line).subarray(-65);
const skEd25519 = lineOf('sk-ssh-ed25519@openssh.com', wire('sk-ssh-ed25519@openssh.com', ed25519Point, 'ssh:'));
const skEcdsa = lineOf(
  'sk-ecdsa-sha2-nistp256@openssh.com',
  wire('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp256', ecdsaPoint, 'ssh:work'),
);

const accepted = {
  'ssh-ed25519': ed25519.line,
  'ssh-rsa of 2048 bits': rsa2048.line,
  'ecdsa-sha2-nistp256': ecdsa256.line,
  'ecdsa-sha2-nistp384': ecdsa384.line,
  'ecdsa-sha2-nistp521': ecdsa521.line,
  'sk-ssh-ed25519': skEd25519,
  'sk-ecdsa-sha2-nistp256': skEcdsa,
};
for (const [kind, line] of Object.entries(accepted)) {
  test(`a key of kind ${kind} is kept as it is, with the fingerprint that ssh-keygen prints`, () => {
    assert.deepEqual(parsePublicKey(line), { line, fingerprint: files.fingerprint(line) });
  });
}

test('white space around the parts and a missing comment change nothing', () => {
  const [type, base64] = ed25519.line.split(' ');
  const { fingerprint } = parsed(ed25519.line);
  assert.deepEqual(parsePublicKey(`\ufeff  ${type}\t ${base64} \r\n\n`), { line: `${type} ${base64}`, fingerprint });
  assert.deepEqual(parsePublicKey(`${type} ${base64}   Zoé's laptop, 2nd \r\n`), {
    line: `${type} ${base64} Zoé's laptop, 2nd`,
    fingerprint,
  });
});

files.run('-q', '-s', 'ed25519', '-I', 'id', '-n', 'me', 'ecdsa256.pub');
const cert = files.read('ecdsa256-cert.pub').trim();
const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const [, edBase64 = ''] = ed25519.line.split(' ');
const offCurve = Buffer.from(blobOf(ecdsa256.line));
offCurve[offCurve.length - 1] = (offCurve.at(-1) ?? 0) ^ 1;
const dss = lineOf('ssh-dss', wire('ssh-dss', Buffer.alloc(129, 1), Buffer.alloc(21, 1), Buffer.alloc(128, 1), Buffer.alloc(128, 1)));
const ppk =
  'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me\nPublic-Lines: 2\nAAAA\nAAAA\nPrivate-Lines: 1\nAAAA\nPrivate-MAC: 00\n';
const private1 = wire('ssh-rsa', ...Array.from({ length: 6 }, () => Buffer.alloc(257, 1)));

const refused: Record<string, [text: string, says: RegExp]> = {
  nothing: [' \n', /empty/],
  'an OpenSSH private key': [ed25519.privateText, /private key.*not stored.*\.pub/],
  'a PKCS#1 private key': [pem.export({ type: 'pkcs1', format: 'pem' }).toString(), /private key/],
  'a PKCS#8 private key': [pem.export({ type: 'pkcs8', format: 'pem' }).toString(), /private key/],
  'a private key after a public one': [`${ed25519.line}\n${ed25519.privateText}`, /private key/],
  'a PuTTY key file': [ppk, /PuTTY key file \(\.ppk\)/],
  'an RFC 4716 file': [files.run('-e', '-f', 'ed25519.pub'), /RFC 4716.*ssh-keygen -i/],
  'a PEM public key': [files.run('-e', '-m', 'PKCS8', '-f', 'rsa2048.pub'), /PEM.*ssh-keygen -i -m PKCS8/],
  'a DSA key': [dss, /DSA.*ssh-keygen -t ed25519/],
  'an option with a value': [`command="echo \\"hi there\\"" ${ed25519.line}`, /Options before the key/],
  'several options': [`no-pty,from="10.0.0.0/8" ${rsa2048.line}`, /Options before the key/],
  'an option without a value': [`restrict ${skEd25519}`, /Options before the key/],
  'two keys on two lines': [`${ed25519.line}\n${ecdsa256.line}\n`, /several keys/],
  'two keys on one line': [`${ed25519.line} ${ecdsa256.line}`, /several keys/],
  'a key broken over lines': [`ssh-ed25519 ${edBase64.slice(0, 40)}\n${edBase64.slice(40)}`, /several lines/],
  'a certificate': [cert, /certificate/],
  'an RSA key of 1024 bits': [rsa1024.line, /1024 bits and at least 2048/],
  'an unknown type': [`ssh-banana ${edBase64}`, /"ssh-banana" is not.*Accepted: ssh-ed25519, /],
  'a signature algorithm as a type': [rsa2048.line.replace('ssh-rsa', 'rsa-sha2-512'), /"rsa-sha2-512" is not/],
  'key data without a type': [edBase64, /type is missing/],
  'a word': ['hello', /"hello" is not/],
  'a type alone': ['ssh-ed25519', /base64/],
  'base64 with a foreign character': [`ssh-ed25519 ${edBase64.slice(0, -1)}!`, /base64/],
  'base64 in the URL alphabet': [rsa2048.line.replaceAll('+', '-').replaceAll('/', '_'), /base64/],
  'base64 without a letter': [`ssh-ed25519 ${edBase64.slice(0, -1)}`, /base64/],
  'key data that is cut off': [lineOf('ssh-ed25519', blobOf(ed25519.line).subarray(0, -3)), /cut off/],
  'key data that says nothing': [lineOf('ssh-ed25519', Buffer.alloc(3)), /cut off/],
  "a type that is not the data's": [`ssh-rsa ${edBase64} me`, /says ssh-rsa.*"ssh-ed25519"/],
  'another type in the data, of as many parts': [ecdsa256.line.replace('nistp256', 'nistp384'), /says ecdsa-sha2-nistp384/],
  'trailing bytes': [lineOf('ssh-ed25519', Buffer.concat([blobOf(ed25519.line), Buffer.from([0])])), /extra bytes/],
  'trailing bytes of a device key': [
    lineOf('sk-ssh-ed25519@openssh.com', wire('sk-ssh-ed25519@openssh.com', ed25519Point, 'ssh:', 'x')),
    /extra bytes/,
  ],
  'the data of a private key': [lineOf('ssh-rsa', private1), /extra bytes/],
  'an ed25519 key of 31 bytes': [lineOf('ssh-ed25519', wire('ssh-ed25519', ed25519Point.subarray(1))), /damaged/],
  'an ed25519 key of 33 bytes': [lineOf('ssh-ed25519', wire('ssh-ed25519', Buffer.concat([Buffer.alloc(1), ed25519Point]))), /damaged/],
  'a device key of 31 bytes': [
    lineOf('sk-ssh-ed25519@openssh.com', wire('sk-ssh-ed25519@openssh.com', ed25519Point.subarray(1), 'ssh:')),
    /damaged/,
  ],
  'a device key without an application': [
    lineOf('sk-ssh-ed25519@openssh.com', wire('sk-ssh-ed25519@openssh.com', ed25519Point, '')),
    /damaged/,
  ],
  'a device key on another curve': [
    lineOf('sk-ecdsa-sha2-nistp256@openssh.com', wire('sk-ecdsa-sha2-nistp256@openssh.com', 'nistp384', ecdsaPoint, 'ssh:')),
    /damaged/,
  ],
  'a point that is not on its curve': [lineOf('ecdsa-sha2-nistp256', offCurve), /damaged/],
  "a curve that is not the type's": [lineOf('ecdsa-sha2-nistp256', wire('ecdsa-sha2-nistp256', 'nistp384', ecdsaPoint)), /damaged/],
  'a number that is not written the shortest way': [
    lineOf('ssh-rsa', wire('ssh-rsa', Buffer.from([0, 1, 0, 1]), Buffer.alloc(257, 1))),
    /damaged/,
  ],
  'a comment with a control character': [`${ed25519.line}\u001b[2J`, /invisible characters/],
  'a comment that is too long': [`${ed25519.line} ${'x'.repeat(256)}`, /longer than 255/],
};
for (const [what, [text, says]] of Object.entries(refused)) {
  test(`refused, and told what to do: ${what}`, () => {
    const key = parsePublicKey(text);
    assert.ok('problem' in key, JSON.stringify(key));
    assert.match(key.problem.en, says);
    assertTold(key.problem);
  });
}

test('nothing of a private key is repeated in the message', () => {
  const key = parsePublicKey(ed25519.privateText);
  assert.ok('problem' in key);
  for (const line of ed25519.privateText.split('\n').filter((each) => each.length > 20 && !each.startsWith('-')))
    assert.ok(!Object.values(key.problem).some((sentence) => sentence.includes(line)));
});

function parsed(line: string) {
  const key = parsePublicKey(line);
  assert.ok('fingerprint' in key);
  return key;
}
