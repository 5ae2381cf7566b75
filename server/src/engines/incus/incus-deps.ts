import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { AddressBook } from '../engine-stores.ts';
import type { CleanGpus } from '../parts/clean-gpus.ts';
import type { SshProbe } from '../parts/ssh-probe.ts';
import type { Turn } from '../parts/turn.ts';
import type { Passage } from './rules/firewall.rules.ts';
import type { IncusClient, Read } from './client/incus-client.ts';
import { Instance, Operations, type Operation } from './client/incus-shapes.ts';
import type { LateMarks } from './late-marks.ts';
import type { Layout } from './rules/machine-config.rules.ts';
import { isTorn } from './rules/machine-marks.rules.ts';
import { takingAlong, workOn } from './rules/observed.rules.ts';
import type { HasNvidia } from './card-vendors.ts';
import type { VerifyGpus } from './verify-gpus.ts';

/** What every call of the engine needs. */
export interface IncusDeps {
  readonly client: IncusClient;
  readonly clock: Clock;
  /** How long a guest may take to shut down by itself. */
  readonly graceMs: number;
  readonly log: Log;
  readonly layout: Layout;
  readonly addresses: AddressBook;
  readonly probe: SshProbe;
  readonly cleanGpus: CleanGpus;
  readonly verifyGpus: VerifyGpus;
  readonly hasNvidia: HasNvidia;
  readonly passage: (signal: AbortSignal) => Promise<Passage>;
  readonly lateMarks: LateMarks;
  readonly topology: (signal: AbortSignal) => Promise<Topology>;
}

export interface Topology {
  /** Without a cluster, Incus has one host and takes no target. */
  readonly clustered: boolean;
  readonly serverName: string;
}

/** A machine as found: Incus' data about it, and what Incus is doing to it now. */
export interface Found {
  readonly instance: Instance;
  readonly etag: string | null;
  readonly work: Operation | null;
}

export interface Sight {
  readonly found: Found | null;
  /** An operation on this name, even if nothing has the name yet. */
  readonly work: Operation | null;
}

export async function look(deps: IncusDeps, turn: Turn, name: string): Promise<Sight> {
  await deps.lateMarks.written(name);
  const [operations, read, { serverName }] = await Promise.all([
    runningOperations(deps, turn.signal),
    deps.client.find(instancePath(name), Instance, turn.signal),
    deps.topology(turn.signal),
  ]);
  const sight = sightOf(read, { name, operations, serverName });
  return sight.found && !sight.work && isTorn(sight.found.instance) ? lookAgain(deps, turn, sight.found.instance) : sight;
}

/**
 * The two answers are from different moments: a machine whose creation began between them looks as incomplete as one whose creation was
 * interrupted. What was being created during the first read is still in the list requested now, or is complete when read after that.
 */
async function lookAgain(deps: IncusDeps, turn: Turn, { name, created_at, location }: Instance): Promise<Sight> {
  const operations = await runningOperations(deps, turn.signal);
  const read = await deps.client.find(instancePath(name), Instance, turn.signal);
  const isAnother = read !== null && read.value.created_at !== created_at;
  return isAnother ? look(deps, turn, name) : sightOf(read, { name, operations, serverName: location });
}

function sightOf(read: Read<Instance> | null, of: { name: string; operations: readonly Operation[]; serverName: string }): Sight {
  const work = workOn(of.operations, of.name) ?? (read && takingAlong(of.operations, read.value));
  return { found: read && { instance: located(read.value, of.serverName), etag: read.etag, work }, work };
}

/** Without a cluster Incus reports no location: it is the machine that Incus is on. */
export function located(instance: Instance, serverName: string): Instance {
  return instance.location === 'none' ? { ...instance, location: serverName } : instance;
}

/** Incus' current operations, and those of the last seconds. */
export async function recentOperations({ client }: IncusDeps, signal: AbortSignal): Promise<readonly Operation[]> {
  const { value } = await client.read('/1.0/operations?recursion=1', Operations, signal);
  return Object.values(value).flatMap((operations) => operations ?? []);
}

export async function runningOperations({ client }: IncusDeps, signal: AbortSignal): Promise<readonly Operation[]> {
  const { value } = await client.read('/1.0/operations?recursion=1', Operations, signal);
  return value['running'] ?? [];
}

export function instancePath(name: string): string {
  return `/1.0/instances/${encodeURIComponent(name)}`;
}

/** Waits for Incus' operation, as long as this call may. The next look shows whether it succeeded. */
export async function waitFor(deps: IncusDeps, turn: Turn, operation: Operation): Promise<'over' | 'running'> {
  if (turn.left() === 0) return 'running';
  try {
    const progress = await deps.client.wait(operation.id, { ms: turn.left(), signal: turn.signal });
    return progress === 'running' ? 'running' : 'over';
  } catch (error) {
    turn.signal.throwIfAborted();
    deps.log.info({ err: error, operation: operation.description }, 'Incus could not do what it was at');
    return 'over';
  }
}

/** Changes keys of a machine's configuration; an empty text removes one. */
export async function mark(
  deps: IncusDeps,
  turn: Turn,
  { name, description }: Pick<Instance, 'name' | 'description'>,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  // Incus keeps what is not sent, except the description.
  const body = { description, config };
  await deps.client.change({ method: 'PATCH', path: instancePath(name), body }, { ms: QUICK_MS, signal: turn.signal });
}

/** What only writes Incus' own database takes milliseconds, or something is wrong. */
export const QUICK_MS = 5_000;

/** Replaces a machine's configuration and devices as read: fails as busy if they have changed since. */
export async function replaceInstance(
  deps: IncusDeps,
  turn: Turn,
  { instance, etag }: Found,
  next: {
    config: Readonly<Record<string, string>>;
    devices: Instance['devices'] | Readonly<Record<string, Readonly<Record<string, string>>>>;
  },
): Promise<void> {
  const { architecture, description, ephemeral, stateful, profiles } = instance;
  const config = Object.fromEntries(Object.entries({ ...instance.config, ...next.config }).filter(([, value]) => value !== ''));
  const body = { architecture, description, ephemeral, stateful, profiles, config, devices: next.devices };
  await deps.client.change({ method: 'PUT', path: instancePath(instance.name), body, etag }, { ms: QUICK_MS, signal: turn.signal });
}
