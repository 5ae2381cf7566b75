import { IncusUnreachable } from './client/incus-errors.ts';
import { LifecycleEvent } from './client/incus-shapes.ts';
import type { IncusDeps } from './incus-deps.ts';

/** Events of machines, whatever causes them; the rest of Incus' events is noise here. */
const telling = new Set([
  'instance-started',
  'instance-stopped',
  'instance-shutdown',
  'instance-restarted',
  'instance-deleted',
  'instance-migrated',
  'instance-paused',
  'instance-resumed',
]);

/** Names of instances that have changed, until the signal aborts. @throws IncusUnreachable when the connection breaks */
export async function* followChanges(deps: IncusDeps, signal: AbortSignal): AsyncGenerator<string> {
  const socket = deps.client.socket('/1.0/events?type=lifecycle');
  const names: string[] = [];
  let broken: Error | null = null;
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    const name = changedIn(String(data));
    if (name !== null) names.push(name);
    wake();
  });
  socket.on('error', (error) => {
    broken = error;
    wake();
  });
  socket.on('close', () => {
    broken ??= new Error('the line was closed');
    wake();
  });
  const aborted = () => wake();
  signal.addEventListener('abort', aborted);
  try {
    for (;;) {
      const name = names.shift();
      if (signal.aborted) return;
      if (name !== undefined) yield name;
      else if (broken) throw new IncusUnreachable(`Incus tells of no changes: ${String(broken)}`, { cause: broken });
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    signal.removeEventListener('abort', aborted);
    socket.terminate();
  }
}

function changedIn(text: string): string | null {
  const event = LifecycleEvent.safeParse(jsonIn(text));
  if (!event.success || !telling.has(event.data.metadata.action)) return null;
  return /^\/1\.0\/instances\/([^/?]+)/.exec(event.data.metadata.source)?.[1] ?? null;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
