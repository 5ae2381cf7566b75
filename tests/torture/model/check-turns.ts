import { legalTurns } from '../../../contract/servers/moves.ts';
import type { Facts } from './facts.ts';

/** Statuses follow one another as the table of moves says, and as nothing else. */
export function checkTurns({ seen }: Facts): string[] {
  const legal = new Set(legalTurns().map(({ from, to }) => `${from} ${to}`));
  return [...seen.events].flatMap(([serverId, events]) =>
    events
      .filter(({ fromStatus, toStatus }) => toStatus !== null && fromStatus !== toStatus && !legal.has(`${fromStatus} ${toStatus}`))
      .map(({ type, fromStatus, toStatus, at }) => `${serverId} went from ${fromStatus} to ${toStatus} at ${at.toISOString()} (${type})`),
  );
}
