import type { Reading } from '../engine-stores.ts';
import type { Instance } from './client/incus-shapes.ts';
import { readingsIn } from './rules/readings.rules.ts';
import type { IncusDeps } from './incus-deps.ts';

/** The current usage of every running machine. In a cluster a member knows only its own machines, so each is asked. */
export async function measureMachines(
  deps: IncusDeps,
  signal: AbortSignal,
  found: readonly { readonly serverId: string; readonly instance: Instance }[],
): Promise<Reading[]> {
  const serverIds = new Map(found.map(({ serverId, instance }) => [instance.name, serverId]));
  const { clustered } = await deps.topology(signal);
  const running = found.filter(({ instance }) => instance.status === 'Running');
  const members = [...new Set(running.map(({ instance }) => instance.location))];
  const paths = clustered ? members.map((member) => `/1.0/metrics?target=${encodeURIComponent(member)}`) : ['/1.0/metrics'];
  const answers = await Promise.allSettled(paths.map((path) => deps.client.text(path, signal)));
  const failed = answers.filter((answer) => answer.status === 'rejected');
  // A member that does not answer does not prevent the others' measurement.
  if (failed.length > 0 && failed.length === answers.length) throw failed[0]?.reason;
  for (const { reason } of failed) deps.log.warn({ err: reason }, 'the machines of a member of the cluster could not be measured');
  const at = deps.clock.now();
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? readingsIn(answer.value, { serverIds, at }) : []));
}
