import type { IncusClient } from './client/incus-client.ts';

/** The first of them say what went wrong, the others what came of it. */
const TOLD = 3;
const ERROR = /^lxc .* ERROR +.*?:\d+ - (.*)$/gm;

/**
 * Why a container's last start failed, in the words of LXC: Incus itself says only that it did. Null where there is no log. A hook that
 * failed is NVIDIA's, which brings the driver into containers: no other is run.
 */
export async function readLxcErrors(client: IncusClient, name: string, signal: AbortSignal): Promise<string | null> {
  const log = await client.text(`/1.0/instances/${name}/logs/lxc.log`, signal).catch(() => '');
  const said = [...log.matchAll(ERROR)].slice(0, TOLD).map(([, words]) => words);
  if (said.length === 0) return null;
  return said.some((words) => words?.includes('mount hooks')) ? `${said.join('; ')}; ${NVIDIA}` : said.join('; ');
}

const NVIDIA =
  "NVIDIA's container tools failed: on the host, see what nvidia-container-cli info says; after an update of the driver, reboot";
