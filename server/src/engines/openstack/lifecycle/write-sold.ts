import type { MachineSpec } from '../../engine.ts';
import type { Turn } from '../../parts/turn.ts';
import { isRefusal } from '../cloud/cloud-errors.ts';
import { Nothing, type Port } from '../cloud/cloud-shapes.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { soldTags, withSold } from '../machine/sold-tags.rules.ts';

/**
 * Records on a machine's port what it was sold as and what it has. Must be called no later than its start: from then on the record must be
 * there. If a cloud refuses it the machine still exists; then nobody without its row knows whose it is.
 */
export async function writeSold(
  { client, log }: Pick<OpenstackDeps, 'client' | 'log'>,
  { signal }: Pick<Turn, 'signal'>,
  { spec, port }: { spec: MachineSpec; port: Port | null },
): Promise<void> {
  if (port === null) return;
  const tags = withSold(port.tags, soldTags(spec));
  if (tags.length === port.tags.length && tags.every((tag) => port.tags.includes(tag))) return;
  try {
    await client.change('network', { method: 'PUT', path: `/v2.0/ports/${port.id}/tags`, body: { tags } }, Nothing, signal);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    log.warn({ err: error, serverId: spec.serverId }, 'the cloud does not let us write on a machine whose it is');
  }
}
