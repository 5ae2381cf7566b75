import { sql } from 'kysely';

/** Nobody has it, and it may be sold; a server's machine may have yet to leave it. What is on it without being a server's stays. */
export const isOpen = sql<boolean>`gpus.server_id is null and gpus.orphan_id is null and gpus.state = 'ok'`;

/** The same, and no machine is on it: a server may start there at once. */
export const isFree = sql<boolean>`gpus.server_id is null and gpus.leaving_server_id is null and gpus.orphan_id is null and gpus.state = 'ok'`;

/** A server has it, the machine of one has yet to leave it, or a machine is on it that is no server's. */
export const isHeld = sql<boolean>`(gpus.server_id is not null or gpus.leaving_server_id is not null or gpus.orphan_id is not null)`;
