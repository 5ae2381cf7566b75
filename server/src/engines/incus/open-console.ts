import { createWebSocketStream, type WebSocket } from 'ws';
import { z } from 'zod';
import { EngineError, type MachineConsole } from '../engine.ts';
import { IncusUnreachable } from './incus-errors.ts';
import { instanceName } from './machine-marks.rules.ts';
import { requireOurs } from './switch-machine.ts';
import { instancePath, look, type Turn, type IncusDeps } from './incus-deps.ts';

const Session = z.object({ fds: z.object({ '0': z.string(), control: z.string() }) });
const SIZE = { columns: 80, rows: 24 };

/** The machine's serial console: a websocket for what is typed and shown, another for the size of the window. */
export async function openConsole(deps: IncusDeps, turn: Turn, serverId: string): Promise<MachineConsole> {
  const name = instanceName(serverId);
  const { found } = await look(deps, turn, name);
  if (!found || found.instance.status !== 'Running') throw new EngineError('gone', `${name} does not run, so it has no console.`);
  requireOurs(deps, found, serverId);
  const operation = await deps.client.start(
    {
      method: 'POST',
      path: `${instancePath(name)}/console`,
      body: { type: 'console', width: SIZE.columns, height: SIZE.rows, force: true },
    },
    turn.signal,
  );
  if (operation === null) throw new EngineError('unknown', 'Incus opened no console.');
  const { fds } = Session.parse(operation.metadata);
  const open = (secret: string) => opened(deps.client.socket(`/1.0/operations/${operation.id}/websocket?secret=${secret}`), turn.signal);
  // Both before anything is sent: Incus begins when both are there.
  const [control, screen] = await Promise.all([open(fds.control), open(fds['0'])]);
  const stream = createWebSocketStream(screen);
  control.on('error', () => stream.destroy());
  stream.on('close', () => control.close());
  // A console that ends because its machine does is no failure of whoever looks at it.
  stream.on('error', () => stream.destroy());
  return {
    stream,
    resize({ columns, rows }) {
      if (control.readyState !== control.OPEN) return;
      control.send(JSON.stringify({ command: 'window-resize', args: { width: String(columns), height: String(rows) } }));
    },
  };
}

function opened(socket: WebSocket, signal: AbortSignal): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      socket.terminate();
      reject(signal.reason);
    };
    signal.addEventListener('abort', aborted, { once: true });
    socket.once('open', () => {
      signal.removeEventListener('abort', aborted);
      resolve(socket);
    });
    socket.once('error', (error) => {
      signal.removeEventListener('abort', aborted);
      reject(new IncusUnreachable(`no websocket: ${error.message}`, { cause: error }));
    });
  });
}
