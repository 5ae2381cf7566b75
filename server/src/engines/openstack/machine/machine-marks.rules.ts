import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';

/**
 * What we record on a machine, in nova's own store, so that any of our processes finds it again. Its identity is in its metadata; what
 * changes is in its description, because nova allows changing that in every state, but metadata only on machines that are on or off.
 */
export interface Marks {
  /** The last requested host or zone. */
  readonly host?: string;
  /** Its SSH port has answered in this boot. */
  readonly up?: string;
  /** It was up at least once. */
  readonly been?: string;
  /** It hibernates or resumes: its addresses are released, and its new ones not yet reported. */
  readonly asleep?: string;
  /** The addresses that it had before hibernation. */
  readonly old?: string;
  readonly old6?: string;
  /** When this boot was requested, by the cloud's clock. */
  readonly since?: string;
  /** The requested reboot. */
  readonly reboot?: string;
  /** Nova's last boot before a reboot, or a resumption, was requested. */
  readonly from?: string;
  /** The last completed reboot. */
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
/** Nova's limit. */
const LONGEST = 255;

export function marksIn({ description }: { readonly description: string }): Marks {
  if (!description.startsWith(PREFIX)) return {};
  const said = new URLSearchParams(description.slice(PREFIX.length));
  return longForm(Object.fromEntries(keys.flatMap((key) => (said.has(key) ? [[key, said.get(key) ?? '']] : []))));
}

/**
 * If the text would be too long it is shortened, and only then: an older Boreal running beside this one reads the long form. A host name
 * longer than host names can be is left out: nova knows where a machine is.
 */
export function descriptionOf(marks: Marks): string {
  const { host: _, ...rest } = marks;
  const forms = [marks, shortForm(marks), shortForm(rest)].map(written);
  return forms.find(({ length }) => length <= LONGEST) ?? written(rest);
}

function written(marks: Marks): string {
  const said = new URLSearchParams();
  for (const key of keys) if (marks[key] !== undefined) said.set(key, marks[key]);
  return `${PREFIX}${said.toString().replaceAll('%3A', ':')}`;
}

const REQUEST = /^req-([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/** A time as a number, and the number from a request id, prefixed with a full stop. */
function shortForm({ since, from, ...rest }: Marks): Marks {
  const hex = REQUEST.exec(from ?? '')
    ?.slice(1)
    .join('');
  const shortFrom = hex === undefined ? from : `.${Buffer.from(hex, 'hex').toString('base64url')}`;
  return {
    ...rest,
    ...(since !== undefined && { since: `.${Date.parse(since).toString(36)}` }),
    ...(shortFrom !== undefined && { from: shortFrom }),
  };
}

function longForm({ since, from, ...rest }: Marks): Marks {
  const hex = from?.startsWith('.') ? Buffer.from(from.slice(1), 'base64url').toString('hex') : null;
  const longFrom = hex === null ? from : `req-${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
  return {
    ...rest,
    ...(since !== undefined && { since: since.startsWith('.') ? new Date(Number.parseInt(since.slice(1), 36)).toISOString() : since }),
    ...(longFrom !== undefined && { from: longFrom }),
  };
}

/** Keys of metadata, and of image properties. */
export const OWNER = 'boreal_owner';
export const SERVER = 'boreal_server';
export const USERNAME = 'boreal_username';
export const BACKUP = 'boreal_backup';
/** On a machine: the backup that its disk was made from. */
export const MADE_FROM = 'boreal_made_from';

/** A name in the cloud, which becomes the guest's own: letters, digits and hyphens. Our ids have one underscore, after their prefix. */
export function cloudName(id: string): string {
  return id.replace('_', '-');
}

const SHELVED = '-shelved';

/** Nova's name for the image of a shelved machine. */
export function shelvedName(serverId: string): string {
  return `${cloudName(serverId)}${SHELVED}`;
}

/** The server whose disk an image contains, by the image's name; null if it is not from a shelved machine. */
export function shelvedServerId(name: string): string | null {
  return /^srv-[0-9a-z]+-shelved$/.test(name) ? name.slice(0, -SHELVED.length).replace('-', '_') : null;
}

/** The description of what belongs to a machine in neutron: its address, its port, its rules. `asked`: when the machine was requested. */
export function belongingOf(owner: string, serverId: string): string {
  return `boreal:${owner}:${serverId}`;
}

/** The server that a neutron resource belongs to; null if it is none of ours. */
export function serverIdOfBelonging(owner: string, { description }: { readonly description: string }): string | null {
  const prefix = `boreal:${owner}:`;
  return description.startsWith(prefix) ? (description.slice(prefix.length).split(' ')[0] ?? null) : null;
}

/** Nova stores keys by name, with no further data. */
export function keyName(owner: string, serverId: string): string {
  return `${keyPrefix(owner)}${cloudName(serverId)}`;
}

export function keyPrefix(owner: string): string {
  return `boreal-${owner.replaceAll(/[^A-Za-z0-9_-]/g, '')}-`;
}

/**
 * The MAC address of a server's machine: always the same, so that if two processes make its port at once, the cloud refuses one. Locally
 * administered.
 */
export function macOf(owner: string, serverId: string): string {
  const digest = createHash('sha256').update(`${owner} ${serverId}`).digest();
  return ['02', ...[...digest.subarray(0, 5)].map((byte) => byte.toString(16).padStart(2, '0'))].join(':');
}
