import { powerAt } from '../machine-record.ts';
import type { Facts } from './facts.ts';

/**
 * A guest has 90 seconds to shut down, and is switched off then. The extra time: the worker looks every ten seconds, and work in
 * progress on the machine finishes first.
 */
const OFF_WITHIN_MS = 150_000;

const ENDS: readonly string[] = ['server.hibernate_requested', 'server.preempted', 'server.stop_requested', 'server.deleted'];
const NOT_OFF: readonly string[] = ['running', 'starting', 'rebooting', 'stopping', 'hibernating'];

/** While all is calm, whatever must be off is off soon, also a guest that ignores every shutdown. */
export function checkPowerOff({ seen, notes, record }: Facts): string[] {
  const wrong: string[] = [];
  for (const [serverId, events] of seen.events) {
    for (const [n, { type, at }] of events.entries()) {
      const by = new Date(at.getTime() + OFF_WITHIN_MS);
      // A restart may be requested as soon as it is off.
      const next = events.slice(n + 1).find((event) => !ENDS.includes(event.type) && event.type !== 'server.hibernated');
      if (!ENDS.includes(type) || (next && next.at <= by)) continue;
      // What began while everything was slow continues slowly.
      const meanwhile = notes.ticks.filter(({ from, to }) => to >= at && from <= by);
      const isCalm = meanwhile.every(({ calm }) => calm) && meanwhile.some(({ to }) => to >= by);
      const power = powerAt(record.get(serverId) ?? [], by);
      if (isCalm && NOT_OFF.includes(power))
        wrong.push(`${serverId} had to go off at ${at.toISOString()} (${type}), and was ${power} at ${by.toISOString()}`);
    }
  }
  return wrong;
}
