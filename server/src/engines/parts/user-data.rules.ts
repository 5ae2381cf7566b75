import type { MachineSpec } from '../engine.ts';

/** Where a customer finds the work disk. */
export const WORK_PATH = '/work';

/** How a guest sees its work disk. */
export interface WorkDevice {
  readonly path: string;
  /** After a hibernation it is another disk, with a file system that is the cloud's. */
  readonly ephemeral: boolean;
}

/**
 * What cloud-init reads on a machine's first boot, in images that have it: the user and the key, and a filesystem on the work disk where
 * the guest has one as a block device.
 */
export function userData({ username, publicKey }: Pick<MachineSpec, 'username' | 'publicKey'>, work: WorkDevice | null): string {
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
    ...(work?.ephemeral && { bootcmd: [['sh', '-c', formatAnew(work.path)]] }),
    ...(work !== null && {
      fs_setup: [{ device: work.path, filesystem: 'ext4', label: LABEL, overwrite: false }],
      mounts: [[work.path, WORK_PATH, 'ext4', 'defaults,nofail', '0', '2']],
    }),
  };
  // JSON is YAML, and cloud-init reads YAML.
  return `#cloud-config\n${JSON.stringify(own)}\n`;
}

const LABEL = 'work';

/**
 * At every boot, for cloud-init sets up disks at the first one only: nova labels the disks that it has made anew `ephemeral0`. One with
 * any other label is the customer's.
 */
export function formatAnew(device: string): string {
  return `if [ "$(blkid -p -s LABEL -o value ${device})" = ephemeral0 ]; then mkfs.ext4 -q -F -L ${LABEL} ${device}; grep -q ' ${WORK_PATH} ' /etc/fstab && mount ${WORK_PATH}; true; fi`;
}
