import { WebSocket, createWebSocketStream } from 'ws';
import { z } from 'zod';
import { EngineError, type MachineConsole } from '../../engine.ts';
import { opened } from '../../parts/opened-socket.ts';
import type { Turn } from '../../parts/turn.ts';
import { CloudUnreachable, isConflict } from '../cloud/cloud-errors.ts';
import { look } from './look.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

const Remote = z.object({ remote_console: z.object({ url: z.string() }) });
const OPENED_WITHIN_MS = 10_000;

/** The URL of a machine's serial console, with the token that opens it. @throws CloudError 400: nova has no serial consoles */
export async function askForLine({ client }: Pick<OpenstackDeps, 'client'>, machineId: string, signal: AbortSignal): Promise<URL> {
  const path = `/servers/${machineId}/remote-consoles`;
  const body = { remote_console: { protocol: 'serial', type: 'serial' } };
  return new URL((await client.change('compute', { method: 'POST', path, body }, Remote, signal)).remote_console.url);
}

/** Starts connecting; listeners learn the outcome. */
export function dialLine({ client }: Pick<OpenstackDeps, 'client'>, url: URL): WebSocket {
  return new WebSocket(url, ['binary', 'base64'], {
    origin: `${url.protocol === 'wss:' ? 'https' : 'http'}://${url.host}`,
    handshakeTimeout: OPENED_WITHIN_MS,
    ...client.trust,
  });
}

/**
 * A machine's serial console, through nova's proxy. The URL and its token stay here: a customer's browser sees only ours. The latest caller
 * gets the line: if it was opened in another process, core notices (`console-link.ts`).
 */
export async function openConsole(deps: OpenstackDeps, turn: Turn, serverId: string, lines: Lines): Promise<MachineConsole> {
  const { server } = await look(deps, turn, serverId);
  if (server?.status !== 'ACTIVE') throw new EngineError('gone', `The machine of ${serverId} does not run, so it has no console.`);
  const url = await askForLine(deps, server.id, turn.signal).catch((error: unknown) => {
    if (isConflict(error)) throw new EngineError('gone', `The machine of ${serverId} ran a moment ago.`, { cause: error });
    throw error;
  });
  // Qemu accepts one connection at a time: the current one is closed.
  lines.get(serverId)?.terminate();
  const socket = dialLine(deps, url);
  const stream = createWebSocketStream(socket);
  // A console that ends with its machine is not an error.
  for (const over of ['end', 'error']) stream.on(over, () => stream.destroy());
  lines.set(serverId, socket);
  socket.once('close', () => {
    if (lines.get(serverId) === socket) lines.delete(serverId);
  });
  await opened(socket, turn.signal, (error) => new CloudUnreachable(`no serial console: ${error.message}`, { cause: error }));
  // A serial line has no window size.
  return { kind: 'line', stream, resize: () => undefined };
}

/** Open serial lines, by server. */
export type Lines = Map<string, WebSocket>;
