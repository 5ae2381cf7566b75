import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createAnswers } from './answers.ts';
import { findPublicKey } from './find-public-key.ts';

const folder = await mkdtemp(join(tmpdir(), 'boreal-keys-'));
after(() => rm(folder, { recursive: true }));
const answering = (flags: { 'ssh-key'?: string }) =>
  createAnswers({ flags, file: {}, environment: {}, keyboard: null, say: () => undefined, unchecked: false });

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOJ0bQ marie@box';

test('without a file, the first key with which somebody signs in to this machine is let in, and nobody where there is none', async () => {
  assert.equal(await findPublicKey(answering({}), { HOME: folder }), null);
  await mkdir(join(folder, '.ssh'));
  await writeFile(join(folder, '.ssh/authorized_keys'), `# mine\nfrom="10.0.0.1" ssh-rsa AAAA other\n${KEY}\n`);
  assert.equal(await findPublicKey(answering({}), { HOME: folder }), KEY);
});

test('a file that was named is read; a private key, or none, is refused with what to name', async () => {
  const named = join(folder, 'key.pub');
  await writeFile(named, `${KEY}\n`);
  assert.equal(await findPublicKey(answering({ 'ssh-key': named }), {}), KEY);
  await writeFile(join(folder, 'key'), '-----BEGIN OPENSSH PRIVATE KEY-----\n');
  await assert.rejects(
    findPublicKey(answering({ 'ssh-key': join(folder, 'key') }), {}),
    /is a private key.*Name the public one: .*key\.pub/,
  );
  await assert.rejects(findPublicKey(answering({ 'ssh-key': join(folder, 'none') }), {}), /cannot be read/);
});
