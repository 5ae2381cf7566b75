import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userData } from './user-data.rules.ts';

const publicKey = 'ssh-ed25519 AAAA me';

function parsed(text: string): unknown {
  const [head, body = ''] = text.split('\n');
  assert.equal(head, '#cloud-config');
  return JSON.parse(body);
}

test('cloud-init makes the user with the key, who may be root', () => {
  assert.partialDeepStrictEqual(parsed(userData({ username: 'ubuntu', publicKey }, null)), {
    users: [{ name: 'ubuntu', ssh_authorized_keys: [publicKey], lock_passwd: true }],
    disable_root: true,
    ssh_pwauth: false,
  });
  assert.deepEqual(parsed(userData({ username: 'root', publicKey }, null)), {
    users: [{ name: 'root', ssh_authorized_keys: [publicKey] }],
    disable_root: false,
    ssh_pwauth: false,
    ssh_deletekeys: true,
  });
});

test('a work disk that the guest sees as a device gets a filesystem once, and its place', () => {
  assert.partialDeepStrictEqual(parsed(userData({ username: 'ubuntu', publicKey }, '/dev/vdb')), {
    fs_setup: [{ device: '/dev/vdb', overwrite: false }],
    mounts: [['/dev/vdb', '/work', 'ext4', 'defaults,nofail', '0', '2']],
  });
});
