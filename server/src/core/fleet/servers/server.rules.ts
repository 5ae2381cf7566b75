import { allowedActions, type ServerAction } from '@boreal/contract/servers.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { ServerRow } from './servers.store.ts';

/** How long a server may take to come up or to restart before it is in ERROR. */
export const PROVISIONING_LIMIT = { productMs: 20 * MINUTE_MS, wallMs: 3 * MINUTE_MS } as const;
export const REBOOTING_LIMIT = { productMs: 10 * MINUTE_MS, wallMs: 3 * MINUTE_MS } as const;

/** How often the engine may give up on a boot before we do. */
export const BOOT_ATTEMPTS = 3;

export function actionsOf(server: Pick<ServerRow, 'status' | 'task' | 'firstActiveAt'>): ServerAction[] {
  return allowedActions({ status: server.status, task: server.task, wasActive: server.firstActiveAt !== null });
}

/** 400 unless the server's status allows the action and nothing is under way. */
export function requireAction(server: Pick<ServerRow, 'status' | 'task' | 'firstActiveAt'>, action: ServerAction): void {
  if (server.task !== null) throw new AppError('OPERATION_IN_PROGRESS', { task: server.task, currentStatus: server.status });
  const allowed = actionsOf(server);
  if (!allowed.includes(action)) throw new AppError('INVALID_STATE', { action, currentStatus: server.status, allowedActions: allowed });
}

/** Seconds to wait before the next try after `attempts` failed ones: 2, 4, 8 … 60, with up to half as much again. */
export function backoffMs(attempts: number, random: (below: number) => number): number {
  const base = Math.min(60, 2 ** Math.min(attempts, 6)) * SECOND_MS;
  return base + random(base / 2);
}
