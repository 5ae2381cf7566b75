import type { Instance } from '../client/incus-shapes.ts';

/**
 * What we write on a machine, in Incus' own store, so that any process of ours finds it again. Incus hands keys of `user.`
 * on untouched. They are the host's: only who has Incus' API writes them, and guests, which are given no API of Incus
 * (`security.guestapi`), cannot even read them. So money may be decided by them.
 */
export const marks = {
  /** Which Boreal it belongs to: others may share the Incus. */
  owner: 'user.boreal.owner',
  server: 'user.boreal.server',
  /** On a stored backup: its id; `server` is whose it is. */
  backup: 'user.boreal.backup',
  backupSizeGb: 'user.boreal.backup-size-gb',
  /** The host it was asked for, when that is a group in which Incus chose. */
  group: 'user.boreal.group',
  username: 'user.boreal.username',
  publicKey: 'user.boreal.public-key',
  /** Whose it is and how it was sold (`MachineSpec.record`), and its GPUs, with the host that they are in. */
  record: 'user.boreal.record',
  gpus: 'user.boreal.gpus',
  /** The boot in which its SSH port has answered. */
  ready: 'user.boreal.ready',
  /** The GPUs that must be seen in it before it is its customer's for the first time. */
  toVerify: 'user.boreal.to-verify',
  hibernated: 'user.boreal.hibernated',
  /** Who a hibernated machine was to cloud-init, and is to be again: without its network card, Incus takes it for another. */
  instanceId: 'user.boreal.instance-id',
  /** The boot that was asked to end by itself, and since when: after the grace time it is made to. */
  stopping: 'user.boreal.stopping',
  stoppingSince: 'user.boreal.stopping-since',
  /** The last reboot that was asked for, since when, the boot it was to end, and the one that had finished before. */
  reboot: 'user.boreal.reboot',
  rebootSince: 'user.boreal.reboot-since',
  rebootFrom: 'user.boreal.reboot-from',
  rebooted: 'user.boreal.rebooted',
  /** Why its last start failed. */
  failure: 'user.boreal.failure',
  /** Its disk is its customer's work: it was ready before it was hibernated, or was made from a backup. */
  used: 'user.boreal.used',
} as const;

/** Its customer may have closed SSH on it, or moved it, before this boot. */
export function wasUsed({ config }: Pick<Instance, 'config'>): boolean {
  return config[marks.ready] !== undefined || config[marks.used] !== undefined;
}

/** An instance's name in Incus: letters, digits and hyphens. Our ids have one underscore, after their prefix. */
export function instanceName(id: string): string {
  return id.replace('_', '-');
}

/** A group of a cluster, `@name`, is a host in which any member will do. */
export function isGroup(hostName: string): boolean {
  return hostName.startsWith('@');
}

/** A boot's name: when it began. */
export function bootOf(instance: Instance): string {
  return instance.last_used_at;
}

/** The instance has been started once. */
export function wasStarted(instance: Instance): boolean {
  return !/^(1970|0001)-/.test(instance.last_used_at);
}

/**
 * Incus was broken off while it made this one: its disk may be half there. What was made whole waits for its first start with
 * a note of how it was made, or has been started.
 */
export function isTorn(instance: Instance): boolean {
  return instance.status === 'Stopped' && !wasStarted(instance) && !instance.config['volatile.apply_template'];
}

export function isMarked(instance: Instance, owner: string): boolean {
  return instance.config[marks.owner] === owner;
}

/** The token of the last reboot that has finished: a boot after the one it was to end. */
export function rebootTokenOf(instance: Instance): string | null {
  const { config } = instance;
  const token = config[marks.reboot];
  const over = token !== undefined && config[marks.ready] === bootOf(instance) && config[marks.rebootFrom] !== bootOf(instance);
  return (over ? token : config[marks.rebooted]) ?? null;
}
