import { MINUTE_MS } from '../../../kit/clock.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { marksIn } from './machine-marks.rules.ts';

/** Nova finds a host in seconds. Copying an image takes an hour at worst, but then a host has been found. */
const FORGOTTEN_MS = 5 * MINUTE_MS;

/**
 * Nova hands a machine that is to be made from program to program, and the one that dies with it in its hands has forgotten it: it is
 * BUILD for ever, and as it has no host yet, no nova-compute that is started again looks after it. It never ran.
 */
export function isForgotten(server: CloudServer, now: Date): boolean {
  if (server.status !== 'BUILD' || (server['OS-EXT-STS:task_state'] ?? 'scheduling') !== 'scheduling') return false;
  const asked = marksIn(server).since ?? server.created;
  return now.getTime() - new Date(asked).getTime() > FORGOTTEN_MS;
}
