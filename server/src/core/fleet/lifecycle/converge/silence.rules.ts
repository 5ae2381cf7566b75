import type { EngineCause } from '../../../../engines/engine.ts';
import type { ServerRow } from '../../servers/servers.store.ts';

/** What a call ends with that nobody answered: the server is `unanswered` then. */
export const SILENT: EngineCause = 'timeout';

/** After so many such calls in a row a machine counts as unreachable. */
const SILENT_ATTEMPTS = 3;

/** Tries while nobody answered are no boots that failed: they lengthen the pause, and the next failure is the first. */
export function triesOf(server: ServerRow, engineCause: EngineCause): number {
  return engineCause !== SILENT && server.phase === 'unanswered' ? 1 : server.attempts + 1;
}

/** Its host has not answered so often that its machine counts as unreachable. */
export function isSilent(server: ServerRow, engineCause: EngineCause): boolean {
  return engineCause === SILENT && server.phase === 'unanswered' && server.attempts + 1 >= SILENT_ATTEMPTS;
}
