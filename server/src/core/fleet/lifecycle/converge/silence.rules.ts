import type { EngineCause, Observed } from '../../../../engines/engine.ts';
import { BOOT_ATTEMPTS } from '../../servers/server.rules.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

/** The outcome of a call that got no answer: the server is then `unanswered`. */
export const SILENT: EngineCause = 'timeout';

/** After this many such calls in a row a machine counts as unreachable. */
const SILENT_ATTEMPTS = 3;

/** Unanswered attempts are not failed boots: they lengthen the pause, and the next failure counts as the first. */
export function triesOf(server: ServerRow, engineCause: EngineCause): number {
  return engineCause !== SILENT && server.phase === 'unanswered' ? 1 : server.attempts + 1;
}

/** How a failed boot counts: as final if the engine gave the machine up, or has been asked often enough. */
export function bootFailureOf(server: ServerRow, cause: EngineCause, machine: Observed | null): { cause: EngineCause; final: boolean } {
  return { cause, final: machine?.power === 'failed' || (cause !== SILENT && triesOf(server, cause) >= BOOT_ATTEMPTS) };
}

/** Whether its host has failed to answer so often that the machine counts as unreachable. */
export function isSilent(server: ServerRow, engineCause: EngineCause): boolean {
  return engineCause === SILENT && server.phase === 'unanswered' && server.attempts + 1 >= SILENT_ATTEMPTS;
}
