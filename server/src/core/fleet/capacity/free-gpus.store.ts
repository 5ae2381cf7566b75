import { sql } from 'kysely';

/** Nobody has it, and it may be sold; a machine may have yet to leave it. */
export const isOpen = sql<boolean>`gpus.server_id is null and gpus.state = 'ok'`;

/** The same, and no machine is on it: a server may start there at once. */
export const isFree = sql<boolean>`gpus.server_id is null and gpus.leaving_server_id is null and gpus.state = 'ok'`;

/** A server has it, or the machine of one has yet to leave it. */
export const isHeld = sql<boolean>`(gpus.server_id is not null or gpus.leaving_server_id is not null)`;
