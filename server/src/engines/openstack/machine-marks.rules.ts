import { createHash } from 'node:crypto';

/**
 * What we write on a machine, in nova's own store, so that any process of ours finds it again. Who it is stands in its metadata; what
 * changes stands in its description, because nova lets that be changed in every state, and metadata only of machines that are on
 * or off.
 */
export interface Marks {
  /** The host or zone that it was asked for last. */
  readonly host?: string;
  /** Its SSH port has answered in this boot. */
  readonly up?: string;
  /** It was up once. */
  readonly been?: string;
  /** It hibernates, or wakes: its addresses are given up, and its new ones not yet told. */
  readonly asleep?: string;
  /** The addresses that it had before it went to sleep. */
  readonly old?: string;
  readonly old6?: string;
  /** When this boot was asked for. */
  readonly since?: string;
  /** The reboot that is wanted. */
  readonly reboot?: string;
  /** The last boot that nova had done before a reboot, or a waking, was asked for. */
  readonly from?: string;
  /** The last reboot that has finished. */
  readonly rebooted?: string;
}

const keys = [
  'host',
  'up',
  'been',
  'asleep',
  'old',
  'old6',
  'since',
  'reboot',
  'from',
  'rebooted',
] as const satisfies readonly (keyof Marks)[];

const PREFIX = 'Boreal?';

export function marksIn({ description }: { readonly description: string }): Marks {
  if (!description.startsWith(PREFIX)) return {};
  const said = new URLSearchParams(description.slice(PREFIX.length));
  return Object.fromEntries(keys.flatMap((key) => (said.has(key) ? [[key, said.get(key)]] : [])));
}

export function descriptionOf(marks: Marks): string {
  const said = new URLSearchParams();
  for (const key of keys) if (marks[key] !== undefined) said.set(key, marks[key]);
  return `${PREFIX}${said.toString()}`;
}

/** Keys of metadata, and of properties of images. */
export const OWNER = 'boreal_owner';
export const SERVER = 'boreal_server';
export const USERNAME = 'boreal_username';
export const BACKUP = 'boreal_backup';

/** A name in the cloud, which becomes the guest's own: letters, digits and hyphens. Our ids have one underscore, after their prefix. */
export function cloudName(id: string): string {
  return id.replace('_', '-');
}

/** What stands in the description of what belongs to a machine in neutron: its address, its port, its rules. `asked`: when a machine was asked for. */
export function belongingOf(owner: string, serverId: string): string {
  return `boreal:${owner}:${serverId}`;
}

/** Whose something of neutron's is; null when it is none of ours. */
export function serverIdOfBelonging(owner: string, { description }: { readonly description: string }): string | null {
  const prefix = `boreal:${owner}:`;
  return description.startsWith(prefix) ? (description.slice(prefix.length).split(' ')[0] ?? null) : null;
}

/** Nova keeps keys by name, and nothing else is written on them. */
export function keyName(owner: string, serverId: string): string {
  return `${keyPrefix(owner)}${cloudName(serverId)}`;
}

export function keyPrefix(owner: string): string {
  return `boreal-${owner.replaceAll(/[^A-Za-z0-9_-]/g, '')}-`;
}

/**
 * The hardware address of a server's machine: always the same, so that of two processes that make its port at once, the cloud refuses
 * one. Locally administered.
 */
export function macOf(owner: string, serverId: string): string {
  const digest = createHash('sha256').update(`${owner} ${serverId}`).digest();
  return ['02', ...[...digest.subarray(0, 5)].map((byte) => byte.toString(16).padStart(2, '0'))].join(':');
}
