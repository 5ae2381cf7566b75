import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { IncusClient } from './client/incus-client.ts';
import { isNotFound } from './client/incus-errors.ts';

const Ran = z.object({ metadata: z.object({ return: z.number(), output: z.record(z.string(), z.string()).default({}) }) });
const LOOK_MS = 5_000;

/**
 * Runs a script in a machine as root, and returns its exit code, its output and its errors. The programs that it calls are the guest's:
 * trust them only where no customer can have changed them.
 */
export async function execInGuest(
  client: IncusClient,
  name: string,
  script: string,
  signal: AbortSignal,
): Promise<{ code: number; wrote: string; complained: string }> {
  // Error output is truncated and kept apart from the normal output.
  const cut = `{ { ${script}\n} 2>&1 >&3 | head -c 2000 >&2; } 3>&1 | head -c 100000`;
  const body = { command: ['sh', '-c', cut], 'record-output': true };
  const operation = await client.start({ method: 'POST', path: `/1.0/instances/${name}/exec`, body }, signal);
  if (operation === null) return { code: -1, wrote: '', complained: '' };
  while ((await client.wait(operation.id, { ms: LOOK_MS, signal })) === 'running') await sleep(100, undefined, { signal });
  const { value } = await client.read(`/1.0/operations/${operation.id}`, Ran, signal);
  const { return: code, output } = value.metadata;
  const read = async (path: string | undefined) => (path === undefined ? '' : client.text(path, signal));
  const [wrote, complained] = await Promise.all([read(output['1']), read(output['2'])]);
  for (const path of Object.values(output))
    await client.change({ method: 'DELETE', path }, { ms: LOOK_MS, signal }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  return { code, wrote, complained };
}
