import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { IncusClient } from './incus-client.ts';
import { isNotFound } from './incus-errors.ts';

const Ran = z.object({ metadata: z.object({ return: z.number(), output: z.record(z.string(), z.string()).default({}) }) });
const LOOK_MS = 5_000;

/**
 * Runs a script in a machine as root, and says how it ended and what it wrote. The programs that it calls are the guest's: believe
 * it only where no customer can have changed them.
 */
export async function execInGuest(
  client: IncusClient,
  name: string,
  script: string,
  signal: AbortSignal,
): Promise<{ code: number; wrote: string }> {
  const body = { command: ['sh', '-c', `{ ${script}\n} | head -c 100000`], 'record-output': true };
  const operation = await client.start({ method: 'POST', path: `/1.0/instances/${name}/exec`, body }, signal);
  if (operation === null) return { code: -1, wrote: '' };
  while ((await client.wait(operation.id, { ms: LOOK_MS, signal })) === 'running') await sleep(100, undefined, { signal });
  const { value } = await client.read(`/1.0/operations/${operation.id}`, Ran, signal);
  const { return: code, output } = value.metadata;
  const wrote = output['1'] === undefined ? '' : await client.text(output['1'], signal);
  for (const path of Object.values(output))
    await client.change({ method: 'DELETE', path }, { ms: LOOK_MS, signal }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  return { code, wrote };
}
