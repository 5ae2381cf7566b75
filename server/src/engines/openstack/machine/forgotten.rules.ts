import { MINUTE_MS } from '../../../kit/clock.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { marksIn } from './machine-marks.rules.ts';

/** Nova finds a host in seconds. Copying an image takes up to an hour, but by then a host has been found. */
const FORGOTTEN_MS = 5 * MINUTE_MS;

/**
 * Nova passes a new machine from process to process, and if one dies while holding it, the machine is forgotten: it is in BUILD forever,
 * and since it has no host yet, no restarted nova-compute takes care of it. It never ran.
 */
export function isForgotten(server: CloudServer, now: Date): boolean {
  if (server.status !== 'BUILD' || (server['OS-EXT-STS:task_state'] ?? 'scheduling') !== 'scheduling') return false;
  const asked = marksIn(server).since ?? server.created;
  return now.getTime() - new Date(asked).getTime() > FORGOTTEN_MS;
}
