import type { RefusalCause } from '@boreal/contract/fleet/hosts.ts';
import type { HardwareCause } from '@boreal/contract/fleet/gpus.ts';
import type { EngineCause } from '../../../../engines/engine.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

/** A machine that could not be made or booted. */
export interface BootFailure {
  readonly cause: EngineCause;
  /** The engine gave the machine up, or has had as many attempts as it gets in one place. */
  readonly final: boolean;
}

/** Says that the GPUs are to blame, and whether anything else may be. */
export interface Blame {
  readonly certain: boolean;
  readonly cause: HardwareCause;
}

/**
 * Whether a failure sets aside the GPUs that the machine should have got. Only the engine can be certain of that. Otherwise GPUs become
 * suspect only if no customer can be the cause: a customer who breaks the disk of a server, or restores a broken backup, makes as many
 * machines fail as they like. Null: the failure says nothing about GPUs.
 */
export function blameFor(
  server: Pick<ServerRow, 'goal' | 'firstActiveAt' | 'sourceBackupId'>,
  { cause, final }: BootFailure,
): Blame | null {
  if (server.goal !== 'running') return null;
  if (cause === 'gpu') return { certain: true, cause };
  const ofOperatorsImage = server.firstActiveAt === null && server.sourceBackupId === null;
  return final && ofOperatorsImage && (cause === 'unknown' || cause === 'no_capacity') ? { certain: false, cause } : null;
}

/** Whether a server may start on other GPUs: it is being deployed, or restored from hibernation. */
export function mayGoElsewhere(server: Pick<ServerRow, 'firstActiveAt' | 'task' | 'movingFrom'>): boolean {
  return server.movingFrom === null && (server.firstActiveAt === null || server.task === 'restoring');
}

/** The answer of an engine that chooses hosts by itself and has no room. */
export function isRefusal(cause: EngineCause): cause is RefusalCause {
  return cause === 'no_capacity' || cause === 'quota';
}
