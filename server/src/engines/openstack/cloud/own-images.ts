import type { CloudClient } from './cloud-client.ts';
import { Image } from './cloud-shapes.ts';

/** Images of our project: anyone may put our mark or name on an image of theirs, and an administrator sees it. */
export async function listOwnImages(
  client: CloudClient,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
  { whole }: { readonly whole?: true } = {},
): Promise<Image[]> {
  const { projectId } = await client.session(signal);
  const path = `/v2/images?${new URLSearchParams({ ...query, owner: projectId })}`;
  const found = await client.list('image', path, { key: 'images', shape: Image, ...(whole && { whole }) }, signal);
  return found.filter(({ owner }) => owner === projectId);
}
