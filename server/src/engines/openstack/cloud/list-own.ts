import type { z } from 'zod';
import type { CloudClient } from './cloud-client.ts';

/** Our project's neutron resources, all of them or those that a query selects: otherwise an administrator sees everybody's. */
export async function listOwn<T>(
  { client }: { readonly client: CloudClient },
  of: {
    readonly kind: 'ports' | 'floatingips' | 'security_groups';
    readonly shape: z.ZodType<T>;
    readonly query?: Readonly<Record<string, string>>;
    readonly whole?: true;
  },
  signal: AbortSignal,
): Promise<T[]> {
  const { projectId } = await client.session(signal);
  const query = new URLSearchParams({ ...of.query, project_id: projectId });
  const path = `/v2.0/${of.kind.replaceAll('_', '-')}?${query}`;
  return client.list('network', path, { key: of.kind, shape: of.shape, ...(of.whole && { whole: of.whole }) }, signal);
}
