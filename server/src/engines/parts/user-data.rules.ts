import type { MachineSpec } from '../engine.ts';

/** Where a customer finds the work disk. */
export const WORK_PATH = '/work';

/**
 * What cloud-init reads on a machine's first boot, in images that have it: the user and the key, and where the guest sees the work
 * disk as a block device, `workDevice`, a filesystem on it.
 */
export function userData({ username, publicKey }: Pick<MachineSpec, 'username' | 'publicKey'>, workDevice: string | null): string {
  const own = {
    users: [
      {
        name: username,
        ssh_authorized_keys: [publicKey],
        ...(username !== 'root' && { sudo: 'ALL=(ALL) NOPASSWD:ALL', shell: '/bin/bash', lock_passwd: true }),
      },
    ],
    disable_root: username !== 'root',
    ssh_pwauth: false,
    ssh_deletekeys: true,
    ...(workDevice !== null && {
      fs_setup: [{ device: workDevice, filesystem: 'ext4', label: 'work', overwrite: false }],
      mounts: [[workDevice, WORK_PATH, 'ext4', 'defaults,nofail', '0', '2']],
    }),
  };
  // JSON is YAML, and cloud-init reads YAML.
  return `#cloud-config\n${JSON.stringify(own)}\n`;
}
