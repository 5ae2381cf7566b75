import type { Instance } from '../client/incus-shapes.ts';

/**
 * What we record on a machine, in Incus' own store, so that any of our processes finds it again. Incus keeps `user.` keys unchanged. They
 * belong to the host: only clients of Incus' API write them, and guests, which have no access to Incus' API (`security.guestapi`), cannot
 * even read them. So decisions about money may depend on them.
 */
export const marks = {
  /** The Boreal that it belongs to: others may share the Incus. */
  owner: 'user.boreal.owner',
  server: 'user.boreal.server',
  /** On a stored backup: its id; `server` is the server's. */
  backup: 'user.boreal.backup',
  backupSizeGb: 'user.boreal.backup-size-gb',
  /** The requested host, if that is a group within which Incus chose. */
  group: 'user.boreal.group',
  username: 'user.boreal.username',
  publicKey: 'user.boreal.public-key',
  /** Whose it is and how it was sold (`MachineSpec.record`), and its GPUs with their host. */
  record: 'user.boreal.record',
  gpus: 'user.boreal.gpus',
  /** The boot in which its SSH port answered. */
  ready: 'user.boreal.ready',
  /** The GPUs that must be visible in it before its customer gets it for the first time. */
  toVerify: 'user.boreal.to-verify',
  hibernated: 'user.boreal.hibernated',
  /** The cloud-init identity of a hibernated machine, to be restored: without its network card, Incus gives it another. */
  instanceId: 'user.boreal.instance-id',
  /** The boot that was asked to shut down, and since when: after the grace time it is forced off. */
  stopping: 'user.boreal.stopping',
  stoppingSince: 'user.boreal.stopping-since',
  /** The last requested reboot, since when, the boot it was to end, and the last completed reboot before it. */
  reboot: 'user.boreal.reboot',
  rebootSince: 'user.boreal.reboot-since',
  rebootFrom: 'user.boreal.reboot-from',
  rebooted: 'user.boreal.rebooted',
  /** Why its last start failed. */
  failure: 'user.boreal.failure',
  /** Its disk contains its customer's work: it was ready before it was hibernated, or was made from a backup. */
  used: 'user.boreal.used',
} as const;

/** Its customer may have closed or moved SSH on it before this boot. */
export function wasUsed({ config }: Pick<Instance, 'config'>): boolean {
  return config[marks.ready] !== undefined || config[marks.used] !== undefined;
}

/** An instance's name in Incus: letters, digits and hyphens. Our ids have one underscore, after their prefix. */
export function instanceName(id: string): string {
  return id.replace('_', '-');
}

/** Whether a host is a cluster's group, `@name`, in which any member will do. */
export function isGroup(hostName: string): boolean {
  return hostName.startsWith('@');
}

/** A boot is identified by when it began. */
export function bootOf(instance: Instance): string {
  return instance.last_used_at;
}

/** Whether the instance has ever been started. */
export function wasStarted(instance: Instance): boolean {
  return !/^(1970|0001)-/.test(instance.last_used_at);
}

/**
 * Whether Incus was interrupted while creating it, so that its disk may be incomplete. A completely created instance has been started, or
 * waits for its first start with a note of how it was created.
 */
export function isTorn(instance: Instance): boolean {
  return instance.status === 'Stopped' && !wasStarted(instance) && !instance.config['volatile.apply_template'];
}

export function isMarked(instance: Instance, owner: string): boolean {
  return instance.config[marks.owner] === owner;
}

/** The token of the last completed reboot: there was a boot after the one it was to end. */
export function rebootTokenOf(instance: Instance): string | null {
  const { config } = instance;
  const token = config[marks.reboot];
  const over = token !== undefined && config[marks.ready] === bootOf(instance) && config[marks.rebootFrom] !== bootOf(instance);
  return (over ? token : config[marks.rebooted]) ?? null;
}
