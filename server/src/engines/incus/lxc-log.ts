import type { IncusClient } from './client/incus-client.ts';

/** The first lines say what went wrong, the others what followed from it. */
const TOLD = 3;
const ERROR = /^lxc .* ERROR +.*?:\d+ - (.*)$/gm;

/**
 * Why a container's last start failed, according to LXC: Incus itself reports only that it did. Null if there is no log. A failed hook is
 * NVIDIA's, which brings the driver into containers: no other is used.
 */
export async function readLxcErrors(client: IncusClient, name: string, signal: AbortSignal): Promise<string | null> {
  const log = await client.text(`/1.0/instances/${name}/logs/lxc.log`, signal).catch(() => '');
  const said = [...log.matchAll(ERROR)].slice(0, TOLD).map(([, words]) => words);
  if (said.length === 0) return null;
  return said.some((words) => words?.includes('mount hooks')) ? `${said.join('; ')}; ${NVIDIA}` : said.join('; ');
}

const NVIDIA =
  "NVIDIA's container tools failed: on the host, see what nvidia-container-cli info says; after an update of the driver, reboot";
