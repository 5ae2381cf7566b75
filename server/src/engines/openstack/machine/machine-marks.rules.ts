import { Buffer } from 'node:buffer';
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
  /** When this boot was asked for, by the cloud's clock. */
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
/** Nova takes no more. */
const LONGEST = 255;

export function marksIn({ description }: { readonly description: string }): Marks {
  if (!description.startsWith(PREFIX)) return {};
  const said = new URLSearchParams(description.slice(PREFIX.length));
  return longForm(Object.fromEntries(keys.flatMap((key) => (said.has(key) ? [[key, said.get(key) ?? '']] : []))));
}

/**
 * What would be too long is written shorter, and only then: a Boreal of before that runs beside reads what is written at length. The
 * name of a host that is longer than hosts' names are is left out: nova says where a machine is.
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

/** A moment as a number, and the number in a request's id, with a full stop before it. */
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

/** Keys of metadata, and of properties of images. */
export const OWNER = 'boreal_owner';
export const SERVER = 'boreal_server';
export const USERNAME = 'boreal_username';
export const BACKUP = 'boreal_backup';
/** Of a machine: the backup that its disk was made from. */
export const MADE_FROM = 'boreal_made_from';

/** A name in the cloud, which becomes the guest's own: letters, digits and hyphens. Our ids have one underscore, after their prefix. */
export function cloudName(id: string): string {
  return id.replace('_', '-');
}

const SHELVED = '-shelved';

/** How nova names the image of a machine that it shelves. */
export function shelvedName(serverId: string): string {
  return `${cloudName(serverId)}${SHELVED}`;
}

/** Whose disk an image is by its name; null when it is of no machine that was shelved. */
export function shelvedServerId(name: string): string | null {
  return /^srv-[0-9a-z]+-shelved$/.test(name) ? name.slice(0, -SHELVED.length).replace('-', '_') : null;
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
