import { sql } from 'kysely';

/**
 * No server has it, and it may be sold; a server's machine may have yet to leave it. A machine that is no server's keeps the GPU it is on.
 */
export const isOpen = sql<boolean>`gpus.server_id is null and gpus.orphan_id is null and gpus.state = 'ok'`;

/** The same, and no machine is on it: a server may start there immediately. */
export const isFree = sql<boolean>`gpus.server_id is null and gpus.leaving_server_id is null and gpus.orphan_id is null and gpus.state = 'ok'`;

/** A server has it, a server's machine has yet to leave it, or a machine that is no server's is on it. */
export const isHeld = sql<boolean>`(gpus.server_id is not null or gpus.leaving_server_id is not null or gpus.orphan_id is not null)`;
