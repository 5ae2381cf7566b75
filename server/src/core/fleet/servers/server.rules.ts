import { SSH_PORT } from '@boreal/contract/servers/forwards.ts';
import {
  allowedActions,
  serverMoves,
  statusesFor,
  type MoveMinutes,
  type ServerMove,
  type ServerMoveName,
} from '@boreal/contract/servers/moves.ts';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import { deadline, MINUTE_MS, SECOND_MS, type Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { ServerRow } from './servers.store.ts';

/** How many times the engine may fail to boot a machine before we give up. */
export const BOOT_ATTEMPTS = 3;

/** The deadline of a move that begins now, given how long moves may take. */
export function deadlineAfter(move: ServerMoveName, clock: Clock, minutes: MoveMinutes): Date | null {
  const { limit }: ServerMove = serverMoves[move];
  return limit ? deadline(clock, { productMs: minutes[limit.of] * MINUTE_MS, wallMs: limit.realMinutes * MINUTE_MS }) : null;
}

export function actionsOf(server: Pick<ServerRow, 'status' | 'task' | 'firstActiveAt'>): ServerAction[] {
  return allowedActions({ status: server.status, task: server.task, wasActive: server.firstActiveAt !== null });
}

/** 400 unless the server's status allows the action and nothing is in progress. */
export function requireAction(server: Pick<ServerRow, 'status' | 'task' | 'firstActiveAt'>, action: ServerAction | 'backup'): void {
  if (server.task !== null) throw new AppError('OPERATION_IN_PROGRESS', { task: server.task, currentStatus: server.status });
  const allowed = actionsOf(server);
  const may = action === 'backup' ? statusesFor(action).includes(server.status) : allowed.includes(action);
  if (!may) throw new AppError('INVALID_STATE', { action, currentStatus: server.status, allowedActions: allowed });
}

/** Seconds to wait before the next attempt after `attempts` failed ones: 2, 4, 8 … 60, plus up to half as much again. */
export function backoffMs(attempts: number, random: (below: number) => number): number {
  const base = Math.min(60, 2 ** Math.min(attempts, 6)) * SECOND_MS;
  return base + random(base / 2);
}

/** The port of its IPv4 address on which a server's SSH is reached; null without an address. `sshPort`: its port of a shared address. */
export function sshPortOf({ ipv4, sshPort }: { readonly ipv4: string | null; readonly sshPort: number | null }): number | null {
  return ipv4 === null ? null : (sshPort ?? SSH_PORT);
}
