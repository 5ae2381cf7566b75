import { z } from 'zod';
import type { Holder } from '../../holder-record.ts';
import { isForbidden } from '../cloud/cloud-errors.ts';
import { chosen, holderGroupName, listHolderGroups } from '../holder.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

const Quota = z.object({ quota: z.object({ security_group: z.object({ limit: z.number(), used: z.number() }) }) });

/**
 * Why a copy of the database would not be fenced from the engine; null: it would. `isLate`: whether this database's epoch has long been
 * higher. @throws EngineSilent: the record cannot be read
 */
export async function whyNoHolder(
  { client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>,
  { name, isLate }: { name: string; isLate: (said: Holder) => boolean },
  signal: AbortSignal,
): Promise<string | null> {
  if ((await client.session(signal)).endpoint('network') === null) return null;
  const said = chosen(await listHolderGroups({ client, layout }, name, signal))?.holder;
  if (!said) return fullQuota({ client }, name, signal);
  if (!isLate(said)) return null;
  return (
    `The security group ${holderGroupName(layout, name)} does not say how far this Boreal has counted, so a copy of the database is not ` +
    `kept off the engine ${name}. If Boreal's worker runs, the cloud lets it make security groups and not change them: allow ` +
    '"update_security_group" in neutron’s policy.yaml and, where an application credential has access rules, PUT /v2.0/security-groups/*.'
  );
}

async function fullQuota({ client }: Pick<OpenstackDeps, 'client'>, name: string, signal: AbortSignal): Promise<string | null> {
  const { projectId } = await client.session(signal);
  const told = await client.find('network', `/v2.0/quotas/${projectId}/details.json`, Quota, signal).catch((error: unknown) => {
    if (isForbidden(error)) return null;
    throw error;
  });
  if (told === null) return null;
  const { limit, used } = told.quota.security_group;
  if (limit < 0 || used < limit) return null;
  return (
    `The project has all of the ${limit} security groups that it may have, so none keeps who drives the engine ${name}, and a copy of the ` +
    `database is not kept off it. Raise its quota: openstack quota set --secgroups ${Math.max(limit, used) + 1} ${projectId}`
  );
}
