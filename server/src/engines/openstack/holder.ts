import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { EngineError } from '../engine.ts';
import type { Holder, HolderRecord } from '../holder-record.ts';
import type { Turn } from '../parts/turn.ts';
import { causeOf, CloudError, isConflict, isForbidden, isNotFound } from './cloud-errors.ts';
import { Nothing } from './cloud-shapes.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

type Deps = Pick<OpenstackDeps, 'client' | 'layout' | 'log'>;

/** As `HolderRecord`, within a call of the engine. */
export interface HolderGroup {
  read(turn: Pick<Turn, 'signal'>): Promise<Holder | null>;
  replace(turn: Pick<Turn, 'signal'>, change: Parameters<HolderRecord['replace']>[0]): Promise<boolean>;
}

const Kept = z.object({ id: z.string(), name: z.string(), description: z.string().default(''), revision_number: z.number().nullish() });
type Kept = z.output<typeof Kept>;
const Made = z.object({ security_group: Kept });
const HolderText = z.object({ id: z.string().min(1), epoch: z.int().min(0) });

/** Neutron's descriptions end after 255 characters. */
const PREFIX = 'Boreal: who drives these machines ';

/** What of the cloud has the record. Each mark has one, and each of our engines' names: several Boreals may share the project. */
export function holderGroupName({ owner }: { readonly owner: string }, engine: string): string {
  return `boreal-${owner}-${engine}`;
}

/**
 * The record is the description of a security group that no port has: whoever may make machines may make and write one, in our own cloud
 * and in somebody else's. Neutron compares its revision as it writes, so that of two who write at once one is refused.
 */
export function createHolderGroup(deps: Deps, engine: string): HolderGroup {
  const { client, layout, log } = deps;
  let isTold = false;

  /** Null where the cloud does not let us have one more. */
  async function make(after: Holder, signal: AbortSignal): Promise<Kept | null> {
    const body = { security_group: { name: holderGroupName(layout, engine), description: textOf(after) } };
    try {
      return (await client.change('network', { method: 'POST', path: '/v2.0/security-groups', body }, Made, signal)).security_group;
    } catch (error) {
      if (!isNotOurs(error)) throw error;
      // To leave all machines alone because a quota is full would do more harm than what the record is for.
      if (!isTold)
        log.warn({ err: error, engine }, 'the cloud lets us keep no record of who drives it: a copy of the database is not kept off');
      isTold = true;
      return null;
    }
  }

  return {
    read: async ({ signal }) => chosen(await listKept(deps, engine, signal))?.holder ?? null,
    async replace({ signal }, { before, after }) {
      const found = await listKept(deps, engine, signal);
      const there = chosen(found);
      if (!isDeepStrictEqual(there?.holder ?? null, before)) return false;
      if (there !== null) {
        if (!(await write(deps, there.kept, after, signal))) return false;
        // Of two that were made at once, and whoever made the other one died.
        for (const { kept } of found) if (kept.id !== there.kept.id) await removeKept(deps, kept, signal);
        return true;
      }
      const made = await make(after, signal);
      if (made === null) return false;
      // Neutron's names are not unique: of two that are made at once, everybody chooses the same.
      if (chosen(await listKept(deps, engine, signal))?.kept.id === made.id) return true;
      await removeKept(deps, made, signal);
      return false;
    },
  };
}

/** Why there is no record, and none can be made; null: there is one, or room for one. */
export async function whyNoHolder(deps: Pick<Deps, 'client' | 'layout'>, engine: string, signal: AbortSignal): Promise<string | null> {
  const { client } = deps;
  const { projectId } = await client.session(signal);
  const Quota = z.object({ quota: z.object({ security_group: z.object({ limit: z.number(), used: z.number() }) }) });
  if ((await listKept(deps, engine, signal)).length > 0) return null;
  const told = await client.find('network', `/v2.0/quotas/${projectId}/details.json`, Quota, signal).catch((error: unknown) => {
    if (isForbidden(error)) return null;
    throw error;
  });
  if (told === null) return null;
  const { limit, used } = told.quota.security_group;
  if (limit < 0 || used < limit) return null;
  return (
    `The project has all of the ${limit} security groups that it may have, so none keeps who drives the engine ${engine}, and a copy of the ` +
    `database is not kept off it. Raise its quota: openstack quota set --secgroups ${limit + 1} ${projectId}`
  );
}

/** An administrator is shown those of all projects, and whoever shares one with us shows it, too. */
async function listKept({ client, layout }: Pick<Deps, 'client' | 'layout'>, engine: string, signal: AbortSignal): Promise<Found[]> {
  const name = holderGroupName(layout, engine);
  const { projectId } = await client.session(signal);
  const query = new URLSearchParams({ name, project_id: projectId });
  const found = await client.list('network', `/v2.0/security-groups?${query}`, { key: 'security_groups', shape: Kept }, signal);
  // Some databases compare without regard to case.
  return found.filter((kept) => kept.name === name).map((kept) => ({ kept, holder: holderIn(kept) }));
}

interface Found {
  readonly kept: Kept;
  readonly holder: Holder;
}

/** Who has counted furthest, which never goes back; of equals always the same. */
function chosen(found: readonly Found[]): Found | null {
  const [first] = found.toSorted((a, b) => b.holder.epoch - a.holder.epoch || (a.kept.id < b.kept.id ? -1 : 1));
  return first ?? null;
}

/** Whether it was written: not when somebody has written it since it was read. */
async function write({ client }: Pick<Deps, 'client'>, kept: Kept, after: Holder, signal: AbortSignal): Promise<boolean> {
  // Without the revision a neutron has none: then the next look tells.
  const headers = typeof kept.revision_number === 'number' ? { 'If-Match': `revision_number=${kept.revision_number}` } : {};
  const body = { security_group: { description: textOf(after) } };
  try {
    await client.change('network', { method: 'PUT', path: `/v2.0/security-groups/${kept.id}`, body, headers }, Nothing, signal);
    return true;
  } catch (error) {
    if (isConflict(error) || isNotFound(error) || (error instanceof CloudError && error.status === 412)) return false;
    throw error;
  }
}

async function removeKept({ client }: Pick<Deps, 'client'>, { id }: Kept, signal: AbortSignal): Promise<void> {
  await client.remove('network', `/v2.0/security-groups/${id}`, signal);
}

function isNotOurs(error: unknown): boolean {
  return isForbidden(error) || (error instanceof CloudError && causeOf(error) === 'quota');
}

function textOf({ id, epoch }: Holder): string {
  return PREFIX + JSON.stringify({ id, epoch });
}

/** What somebody has written over is no record that is missing: nobody may claim the engine by it. */
function holderIn({ name, description }: Kept): Holder {
  try {
    return HolderText.parse(JSON.parse(description.replace(PREFIX, '')));
  } catch (error) {
    throw new EngineError('unknown', `The security group ${name} does not say who drives the machines: its description is not Boreal's.`, {
      cause: error,
    });
  }
}
