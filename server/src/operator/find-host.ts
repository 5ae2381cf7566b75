import { listHosts, type HostWithGpus } from '../core/fleet/capacity/hosts/list-hosts.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { notFound } from '../kit/errors.ts';
import { OperatorError } from './operator-error.ts';

export const HOST = "the host's id or name";

/** Finds a host by name, as alerts have it, or by id. @throws NOT_FOUND · OperatorError several engines have one of this name */
export async function findHost(ctx: Ctx, idOrName: string): Promise<HostWithGpus> {
  const hosts = await listHosts(ctx.db.sql);
  const [host, ...others] = hosts.filter(({ id, name }) => id === idOrName || name === idOrName);
  if (!host) throw notFound('host');
  if (others.length > 0) {
    const named = [host, ...others].map(({ id, engine }) => `${id} (${engine})`).join(', ');
    throw new OperatorError(`Several engines have a host named ${idOrName}. Write its id instead: ${named}`);
  }
  return host;
}
