import { constants } from 'node:os';
import { createWebSocketStream, type WebSocket } from 'ws';
import { z } from 'zod';
import { EngineError, type MachineConsole } from '../engine.ts';
import { opened } from '../parts/opened-socket.ts';
import type { Turn } from '../parts/turn.ts';
import { IncusError, IncusUnreachable, isNotRunning } from './client/incus-errors.ts';
import { InstanceState, type Instance } from './client/incus-shapes.ts';
import { instanceName, marks } from './rules/machine-marks.rules.ts';
import { loginShell } from './login-shell.ts';
import { requireOurs } from './switch-machine.ts';
import { instancePath, look, type IncusDeps } from './incus-deps.ts';

const Session = z.object({ fds: z.object({ '0': z.string(), control: z.string() }) });
const SIZE = { width: 80, height: 24 };
/** The terminal type of the console's page: colours, and keys such as arrows. */
const TERMINAL = 'xterm-256color';
/** How long a shell may take to end by itself when its window is closed (real time). */
const HANG_UP_MS = 1000;

/** A terminal of the machine: one websocket for input and output, another for the size of the window. */
export async function openConsole(deps: IncusDeps, turn: Turn, serverId: string): Promise<MachineConsole> {
  const name = instanceName(serverId);
  const { found } = await look(deps, turn, name);
  if (!found || found.instance.status !== 'Running') throw new EngineError('gone', `${name} does not run, so it has no console.`);
  requireOurs(deps, found, serverId);
  const kind = await kindOf(deps, turn, found.instance);
  const operation = await deps.client
    .start({ method: 'POST', ...(kind === 'shell' ? shellOf(found.instance) : lineOf(found.instance)) }, turn.signal)
    .catch((error: unknown) => {
      if (error instanceof IncusError && isNotRunning(error)) throw new EngineError('gone', `${name} ran a moment ago.`, { cause: error });
      throw error;
    });
  if (operation === null) throw new EngineError('unknown', 'Incus opened no console.');
  const { fds } = Session.parse(operation.metadata);
  const dial = (secret: string) => deps.client.socket(`/1.0/operations/${operation.id}/websocket?secret=${secret}`);
  const [control, screen] = [dial(fds.control), dial(fds['0'])];
  // Before the websockets are open: Incus starts once both are, and may have sent data before we know.
  const stream = createWebSocketStream(screen);
  // Incus signals the end with an empty text, and leaves closing to us.
  screen.on('message', (data: Buffer, isBinary) => {
    if (!isBinary && data.length === 0) screen.close();
  });
  control.on('error', () => stream.destroy());
  stream.on('close', () => hangUp(control));
  // A console that ends with its machine is not an error.
  for (const over of ['end', 'error']) stream.on(over, () => stream.destroy());
  try {
    await Promise.all([control, screen].map((socket) => opened(socket, turn.signal, noSocket)));
  } catch (error) {
    stream.destroy();
    control.terminate();
    throw error;
  }
  return {
    kind,
    stream,
    resize({ columns, rows }) {
      if (control.readyState !== control.OPEN) return;
      control.send(JSON.stringify({ command: 'window-resize', args: { width: String(columns), height: String(rows) } }));
    },
  };
}

async function kindOf(deps: IncusDeps, turn: Turn, { name, type }: Instance): Promise<MachineConsole['kind']> {
  if (type === 'container') return 'shell';
  return kindOfVm((await deps.client.read(`${instancePath(name)}/state`, InstanceState, turn.signal)).value);
}

/** Incus runs commands in a virtual machine through its agent, without which it cannot count the machine's processes either. */
export function kindOfVm({ processes }: Pick<InstanceState, 'processes'>): MachineConsole['kind'] {
  return processes > 0 ? 'shell' : 'line';
}

function shellOf({ name, config }: Instance) {
  const command = loginShell(config[marks.username] ?? 'root');
  const body = { command, interactive: true, 'wait-for-websocket': true, environment: { TERM: TERMINAL }, ...SIZE };
  return { path: `${instancePath(name)}/exec`, body };
}

function lineOf({ name }: Instance) {
  return { path: `${instancePath(name)}/console`, body: { type: 'console', force: true, ...SIZE } };
}

function noSocket(error: Error): IncusUnreachable {
  return new IncusUnreachable(`no websocket: ${error.message}`, { cause: error });
}

/** Like a cut line: the shell receives the hangup, and ends what it started. Incus kills one that does not end. */
function hangUp(control: WebSocket): void {
  if (control.readyState === control.OPEN) control.send(JSON.stringify({ command: 'signal', signal: constants.signals.SIGHUP }));
  const timer = setTimeout(() => control.terminate(), HANG_UP_MS);
  timer.unref();
  control.once('close', () => clearTimeout(timer));
}
