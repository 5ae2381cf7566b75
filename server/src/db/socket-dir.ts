import { chown, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PostgresUser } from './postgres-user.ts';

export const SOCKET_DIR_PREFIX = 'boreal-pg-';

/** Where socket folders may be; /tmp if the usual path is too long. */
export const SOCKET_DIR_PARENTS: readonly string[] = [tmpdir(), '/tmp'];

/** The port names the socket file; nothing listens on the network. */
export const SOCKET_PORT = 5432;

/** A socket's path must fit 104 bytes on macOS, 108 on Linux, including the terminating zero. */
const PATH_BYTES = 103;

/** A new folder that only Postgres' user and root can enter. The caller removes it. */
export async function makeSocketDir(user: PostgresUser | null): Promise<string> {
  const longest = join(tmpdir(), `${SOCKET_DIR_PREFIX}XXXXXX`, `.s.PGSQL.${SOCKET_PORT}.lock`);
  const parent = Buffer.byteLength(longest) <= PATH_BYTES ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(parent, SOCKET_DIR_PREFIX));
  if (user !== null) await chown(folder, user.uid, user.gid);
  return folder;
}
