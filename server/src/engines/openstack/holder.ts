import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { EngineSilent } from '../engine.ts';
import type { Holder, HolderRecord } from '../holder-record.ts';
import type { Turn } from '../parts/turn.ts';
import { causeOf, CloudError, isConflict, isNotFound, isRefusal } from './cloud/cloud-errors.ts';
import { Nothing } from './cloud/cloud-shapes.ts';
import { listOwn } from './cloud/list-own.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

type Deps = Pick<OpenstackDeps, 'client' | 'layout' | 'log'>;

/** As `HolderRecord`, within a call of the engine. */
export interface HolderGroup {
  read(turn: Pick<Turn, 'signal'>): Promise<Holder | null>;
  replace(turn: Pick<Turn, 'signal'>, change: Parameters<HolderRecord['replace']>[0]): Promise<boolean>;
}

const Group = z.object({ id: z.string(), name: z.string(), description: z.string().nullish(), revision_number: z.number().nullish() });
type Group = z.output<typeof Group>;
const Made = z.object({ security_group: Group });
const HolderText = z.object({ id: z.string().min(1), epoch: z.int().min(0) });

/** Neutron truncates descriptions after 255 characters. */
const PREFIX = 'Boreal: who drives these machines ';
/** Temporary refusals: too slow, too many requests. */
const PASSING: readonly number[] = [408, 429];

/** The name of the resource with the record. There is one per mark and per name of our engines: several Boreals may share the project. */
export function holderGroupName({ owner }: { readonly owner: string }, engine: string): string {
  return `boreal-${owner}-${engine}`;
}

/**
 * The record is the description of a security group without ports: whoever may make machines may also create and write one, in our own
 * cloud and in someone else's. Neutron refuses a write based on an earlier revision, except when two arrive within the same milliseconds:
 * the one that gives way then forgets the revision it was to compare, and both are told that they succeeded.
 */
export function createHolderGroup(deps: Deps, engine: string): HolderGroup {
  const { client, layout, log } = deps;
  let isTold = false;

  /**
   * The result of a change; null if it was refused, for example because a quota is full. Leaving all machines alone for that reason would
   * do more harm than the record prevents.
   */
  async function allowed<T>(change: Promise<T>): Promise<T | null> {
    try {
      const done = await change;
      isTold = false;
      return done;
    } catch (error) {
      if (!(error instanceof CloudError) || !isRefusal(error) || PASSING.includes(error.status)) throw error;
      // Someone else was faster: the next look shows it.
      if (isNotFound(error) || isConflict(error) || error.status === 412) return null;
      if (!isTold)
        log.warn(
          { err: error, engine, cause: causeOf(error) },
          'the cloud lets us keep no record of who drives it: a copy of the database is not kept off',
        );
      isTold = true;
      return null;
    }
  }

  async function make(after: Holder, signal: AbortSignal): Promise<boolean> {
    const body = { security_group: { name: holderGroupName(layout, engine), description: textOf(after) } };
    const made = await allowed(client.change('network', { method: 'POST', path: '/v2.0/security-groups', body }, Made, signal));
    if (made === null) return false;
    const { id } = made.security_group;
    // Neutron's names are not unique: if two are made at once, everybody chooses the same one.
    if (chosen(await listHolderGroups(deps, engine, signal))?.id === id) return true;
    await remove(id, signal);
    return false;
  }

  /** Fails if someone has written it since it was read. */
  async function write({ id, revision }: HolderGroupFound, after: Holder, signal: AbortSignal): Promise<boolean> {
    // A neutron without revisions: then the next look shows it.
    const headers = revision === null ? {} : { 'If-Match': `revision_number=${revision}` };
    const body = { security_group: { description: textOf(after) } };
    const change = client.change('network', { method: 'PUT', path: `/v2.0/security-groups/${id}`, body, headers }, Nothing, signal);
    return (await allowed(change.then(() => true))) ?? false;
  }

  /** An extra group does no harm: if it cannot be removed, it stays. */
  async function remove(id: string, signal: AbortSignal): Promise<void> {
    await client.remove('network', `/v2.0/security-groups/${id}`, signal).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
    });
  }

  return {
    read: async ({ signal }) => chosen(await listHolderGroups(deps, engine, signal))?.holder ?? null,
    async replace({ signal }, { before, after }) {
      const found = await listHolderGroups(deps, engine, signal);
      const there = chosen(found);
      if (!isDeepStrictEqual(there?.holder ?? null, before)) return false;
      if (there === null) return make(after, signal);
      if (!(await write(there, after, signal))) return false;
      // Of two made at once, if the other one's maker died.
      for (const { id, holder } of found) if (holder !== null && id !== there.id) await remove(id, signal);
      return true;
    },
  };
}

export interface HolderGroupFound {
  readonly id: string;
  readonly revision: number | null;
  /** Null: someone has overwritten it with something else. */
  readonly holder: Holder | null;
}

/** Those of our project: an administrator sees everybody's, and other projects may share theirs with us. */
export async function listHolderGroups(
  { client, layout }: Pick<Deps, 'client' | 'layout'>,
  engine: string,
  signal: AbortSignal,
): Promise<HolderGroupFound[]> {
  const name = holderGroupName(layout, engine);
  const found = await listOwn({ client }, { kind: 'security_groups', shape: Group, query: { name }, whole: true }, signal);
  return (
    found
      // Some databases ignore case when they compare.
      .filter((group) => group.name === name)
      .map((group) => ({ id: group.id, revision: group.revision_number ?? null, holder: holderIn(group) }))
  );
}

/**
 * The record with the highest epoch, which never decreases; of equal ones always the same. An overwritten record does not count as missing:
 * nobody may claim the engine because of it. @throws EngineSilent
 */
export function chosen<T extends Pick<HolderGroupFound, 'id' | 'holder'>>(found: readonly T[]): (T & { holder: Holder }) | null {
  const readable = found.flatMap((group) => (group.holder === null ? [] : [{ ...group, holder: group.holder }]));
  const [first] = readable.toSorted((a, b) => b.holder.epoch - a.holder.epoch || (a.id < b.id ? -1 : 1));
  const [unreadable] = found;
  if (!first && unreadable) throw overwritten(unreadable.id);
  return first ?? null;
}

function overwritten(id: string): EngineSilent {
  return new EngineSilent(
    'no_service',
    `The security group ${id} does not say who drives the machines: its description is not Boreal's any more, and nothing begins on the ` +
      `engine until it is. If no other Boreal drives it, remove the group, and Boreal makes it anew: openstack security group delete ${id}`,
  );
}

function textOf({ id, epoch }: Holder): string {
  return PREFIX + JSON.stringify({ id, epoch });
}

function holderIn({ description }: Pick<Group, 'description'>): Holder | null {
  if (!description?.startsWith(PREFIX)) return null;
  try {
    return HolderText.parse(JSON.parse(description.slice(PREFIX.length)));
  } catch {
    return null;
  }
}
