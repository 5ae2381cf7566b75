import { ServerAction, type ServerStatus, type ServerTask } from './servers.ts';

/** How long moves may take before Boreal gives them up, in minutes of product time. */
export interface MoveMinutes {
  /** Until a machine that is being made, started or restored is up. */
  readonly provisioning: number;
  readonly reboot: number;
  readonly backup: number;
  /** Moving it to another host, with its disks. */
  readonly relocation: number;
}

/** Used unless a server's engine specifies other times. */
export const usualMinutes: MoveMinutes = { provisioning: 20, reboot: 10, backup: 60, relocation: 360 };

/** When something is given up: after the time for its kind, but never before this much real time (product time may run faster). */
export interface MoveLimit {
  readonly of: keyof MoveMinutes;
  readonly realMinutes: number;
}

/** A move of a server from one status to another. */
export interface ServerMove {
  /** Who requests it: a customer, or Boreal itself. */
  readonly by: 'customer' | 'service';
  /** The statuses in which it may be requested. */
  readonly from: readonly ServerStatus[];
  /** What the server shows meanwhile; without a status, it keeps its previous one. */
  readonly meanwhile: { readonly status?: ServerStatus; readonly task: ServerTask | null };
  /** What the machine must become; `as it is` where it stays what it was. */
  readonly goal: 'running' | 'stopped' | 'hibernated' | 'gone' | 'as it is';
  /** The final status; if absent, the status where it began. */
  readonly to?: ServerStatus;
  /** If absent, it is retried until it succeeds. */
  readonly limit?: MoveLimit;
  /** The final status after the time limit; if absent, the status where it began. */
  readonly otherwise?: ServerStatus;
}

const BOOT: MoveLimit = { of: 'provisioning', realMinutes: 3 };

/**
 * Everything that is done to servers. Refusals, the console's buttons, deadlines, and the diagram in docs/server-lifecycle.md come
 * from here. Nothing begins while something else is in progress, except deleting.
 */
export const serverMoves = {
  deploy: {
    by: 'customer',
    from: [],
    meanwhile: { status: 'PROVISIONING', task: null },
    goal: 'running',
    to: 'ACTIVE',
    limit: BOOT,
    otherwise: 'ERROR',
  },
  start: {
    by: 'customer',
    from: ['STOPPED'],
    meanwhile: { task: 'starting' },
    goal: 'running',
    to: 'ACTIVE',
    limit: BOOT,
    otherwise: 'ERROR',
  },
  stop: { by: 'customer', from: ['ACTIVE', 'ERROR'], meanwhile: { task: 'stopping' }, goal: 'stopped', to: 'STOPPED' },
  reboot: {
    by: 'customer',
    from: ['ACTIVE', 'ERROR'],
    meanwhile: { status: 'REBOOTING', task: null },
    goal: 'running',
    to: 'ACTIVE',
    limit: { of: 'reboot', realMinutes: 3 },
    otherwise: 'ERROR',
  },
  hibernate: {
    by: 'customer',
    from: ['ACTIVE', 'STOPPED'],
    meanwhile: { task: 'hibernating' },
    goal: 'hibernated',
    to: 'HIBERNATED',
  },
  'hibernate-restore': {
    by: 'customer',
    from: ['HIBERNATED'],
    meanwhile: { status: 'PROVISIONING', task: 'restoring' },
    goal: 'running',
    to: 'ACTIVE',
    limit: BOOT,
    otherwise: 'HIBERNATED',
  },
  backup: {
    by: 'customer',
    from: ['ACTIVE', 'STOPPED'],
    meanwhile: { task: 'backing_up' },
    goal: 'as it is',
    limit: { of: 'backup', realMinutes: 3 },
  },
  delete: {
    by: 'customer',
    from: ['PROVISIONING', 'ACTIVE', 'STOPPED', 'REBOOTING', 'HIBERNATED', 'ERROR'],
    meanwhile: { status: 'DELETED', task: 'deleting' },
    goal: 'gone',
    to: 'DELETED',
  },
  /** Unpaid, or preempted, whatever it is doing. */
  end: {
    by: 'service',
    from: ['PROVISIONING', 'ACTIVE', 'STOPPED', 'REBOOTING', 'ERROR'],
    meanwhile: { task: 'hibernating' },
    goal: 'hibernated',
    to: 'HIBERNATED',
  },
  /** To another host, because its own is drained. Disks go over the network, and large ones take long. */
  relocate: {
    by: 'service',
    from: ['ACTIVE'],
    meanwhile: { status: 'PROVISIONING', task: 'moving' },
    goal: 'running',
    to: 'ACTIVE',
    limit: { of: 'relocation', realMinutes: 30 },
    otherwise: 'ERROR',
  },
  'relocate-stopped': { by: 'service', from: ['STOPPED'], meanwhile: { task: 'moving' }, goal: 'stopped', to: 'STOPPED' },
} as const satisfies Record<string, ServerMove>;

export type ServerMoveName = keyof typeof serverMoves;

/**
 * What machines do without a request, and what the server becomes: its guest powers itself off, its host is lost, or it recovers.
 */
export const machineTurns = [
  { what: 'powered off by its guest', from: ['ACTIVE'], to: ['STOPPED'] },
  { what: 'lost, alone or with its host', from: ['PROVISIONING', 'ACTIVE', 'STOPPED', 'REBOOTING'], to: ['ERROR'] },
  { what: 'recovered', from: ['ERROR'], to: ['ACTIVE', 'STOPPED', 'HIBERNATED'] },
] as const satisfies readonly { what: string; from: readonly ServerStatus[]; to: readonly ServerStatus[] }[];

/** A change of status. `from` null: the server is new. */
export interface ServerTurn {
  readonly from: ServerStatus | null;
  readonly to: ServerStatus;
}

/** Every legal change of status, by a move or by its machine. */
export function legalTurns(): readonly ServerTurn[] {
  const moves: readonly ServerMove[] = Object.values(serverMoves);
  const ofMoves = moves.flatMap(({ from, meanwhile, to, otherwise }) => {
    const ends = [to, otherwise].filter((status) => status !== undefined);
    const begins: readonly (ServerStatus | null)[] = from.length > 0 ? from : [null];
    const { status: shown } = meanwhile;
    if (shown === undefined) return begins.flatMap((one) => ends.map((end) => ({ from: one, to: end })));
    return [...begins.map((one) => ({ from: one, to: shown })), ...ends.map((end) => ({ from: shown, to: end }))];
  });
  const ofMachines = machineTurns.flatMap(({ from, to }) => from.flatMap((one) => to.map((other) => ({ from: one, to: other }))));
  const all = [...ofMoves, ...ofMachines].filter(({ from, to }) => from !== to);
  return [...new Map(all.map((turn) => [`${turn.from} ${turn.to}`, turn])).values()];
}

/** The statuses from which an action may be requested. `ERROR` counts only after the server has been ACTIVE. */
export function statusesFor(action: ServerAction | 'backup'): readonly ServerStatus[] {
  return serverMoves[action].from;
}

/** The actions that a server allows now: none while a task runs, none in an ERROR before the first ACTIVE. */
export function allowedActions(server: { status: ServerStatus; task: ServerTask | null; wasActive: boolean }): ServerAction[] {
  if (server.task !== null || (server.status === 'ERROR' && !server.wasActive)) return [];
  return ServerAction.options.filter((action) => statusesFor(action).includes(server.status));
}
