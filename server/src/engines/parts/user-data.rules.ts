import type { MachineSpec } from '../engine.ts';

/** Where a customer finds the work disk. */
export const WORK_PATH = '/work';

/** The work disk as the guest sees it. */
export interface WorkDevice {
  readonly path: string;
  /** After hibernation it is a new disk, with a file system made by the cloud. */
  readonly ephemeral: boolean;
}

/**
 * What cloud-init reads on a machine's first boot, in images that have it: the user and the key, and a file system on the work disk if the
 * guest has it as a block device. `mounted`: it is mounted already, and empty.
 */
export function userData(
  { username, publicKey }: Pick<MachineSpec, 'username' | 'publicKey'>,
  work: WorkDevice | 'mounted' | null,
): string {
  const device = work === 'mounted' ? null : work;
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
    ...(device?.ephemeral && { bootcmd: [['sh', '-c', formatAnew(device.path, username)]] }),
    ...(device !== null && {
      fs_setup: [{ device: device.path, filesystem: 'ext4', label: LABEL, overwrite: false }],
      mounts: [[device.path, WORK_PATH, 'ext4', 'defaults,nofail', '0', '2']],
    }),
    // A new file system belongs to root.
    ...(work !== null && username !== 'root' && { runcmd: [['chown', username, WORK_PATH]] }),
  };
  // JSON is YAML, and cloud-init reads YAML.
  return `#cloud-config\n${JSON.stringify(own)}\n`;
}

const LABEL = 'work';

/**
 * Runs at every boot, because cloud-init sets up disks only at the first one: nova labels the disks that it has newly made `ephemeral0`.
 * One with any other label is the customer's. At the first boot there is no line in fstab yet, and no user: cloud-init then handles both.
 */
export function formatAnew(device: string, username: string): string {
  const own = username === 'root' ? '' : ` && chown ${username} ${WORK_PATH}`;
  const mount = `grep -q '[[:space:]]${WORK_PATH}[[:space:]]' /etc/fstab && mount ${WORK_PATH}${own}`;
  return `if [ "$(blkid -p -s LABEL -o value ${device})" = ephemeral0 ]; then mkfs.ext4 -q -F -L ${LABEL} ${device}; ${mount}; true; fi`;
}
