import { Duplex } from 'node:stream';
import type { MachineConsole } from '../engine.ts';

/** The machine that a person logs in to. */
export interface SimulatedGuest {
  readonly serverId: string;
  readonly username: string;
  readonly ipv4: string | null;
}

const ENDED_BY = { interrupt: '\u0003', end: '\u0004' } as const;
const ERASE = ['\u007f', '\b'];
/** How often to check that the machine is still running, real time. */
const LOOK_MS = 500;
const SCREEN = { columns: 80, rows: 24 };

/**
 * The shell of an imaginary machine: it edits a line, and knows a few commands, among them one that never stops writing, for testing slow
 * readers. Each caller has their own.
 */
export function simulatedConsole(guest: SimulatedGuest): MachineConsole {
  const prompt = `\u001b[1;32m${guest.username}@${guest.serverId}\u001b[0m:\u001b[1;34m~\u001b[0m$ `;
  let size = SCREEN;
  let line = '';
  let floods = false;

  const flood = () => {
    if (floods) stream.push('y\r\n'.repeat(1000));
  };
  const run = (command: string) => {
    if (command === 'exit') return void stream.push(null);
    if (command === 'yes') {
      floods = true;
      return flood();
    }
    stream.push(`${answer(command, guest, size)}${prompt}`);
  };
  const type = (key: string) => {
    if (key === ENDED_BY.interrupt) {
      floods = false;
      line = '';
      stream.push(`^C\r\n${prompt}`);
    } else if (floods) return;
    else if (key === '\r' || key === '\n') {
      const command = line.trim();
      line = '';
      stream.push('\r\n');
      run(command);
    } else if (key === ENDED_BY.end && line === '') run('exit');
    else if (ERASE.includes(key)) {
      if (line !== '') stream.push('\b \b');
      line = line.slice(0, -1);
    } else if (key >= ' ') {
      line += key;
      stream.push(key);
    }
  };

  const stream = new Duplex({
    allowHalfOpen: false,
    read: flood,
    write(chunk: Buffer, _encoding, done) {
      for (const key of chunk.toString()) if (!stream.readableEnded && !stream.destroyed) type(key);
      done();
    },
  });
  stream.push(`${greeting(guest)}\r\n${prompt}`);
  return {
    kind: 'shell',
    stream,
    resize(next) {
      size = next;
    },
  };
}

/** A console does not outlive the boot in which it was opened. */
export function endingWith(opened: MachineConsole, runsOn: () => Promise<boolean>): MachineConsole {
  const end = () => opened.stream.destroy();
  const timer = setInterval(() => {
    runsOn().then((runs) => {
      if (!runs) end();
    }, end);
  }, LOOK_MS);
  timer.unref();
  opened.stream.once('close', () => clearInterval(timer));
  return opened;
}

function greeting({ ipv4 }: SimulatedGuest): string {
  return `Welcome to Ubuntu 24.04 LTS (GNU/Linux 6.8.0 x86_64), a simulated machine at ${ipv4 ?? 'no address'}.\r\nTry: colours, size, yes, exit`;
}

function answer(command: string, guest: SimulatedGuest, { columns, rows }: typeof SCREEN): string {
  const [name = '', ...words] = command.split(' ');
  switch (name) {
    case '':
      return '';
    case 'colours':
      return `${[31, 32, 33, 34, 35, 36].map((colour) => `\u001b[${colour}m${colour}\u001b[0m`).join(' ')}\r\n`;
    case 'size':
      return `${rows} ${columns}\r\n`;
    case 'echo':
      return `${words.join(' ')}\r\n`;
    case 'printf':
      // The only way to make a machine write arbitrary bytes to a screen.
      return words.join(' ').replaceAll('\\e', '\u001b').replaceAll('\\a', '\u0007').replaceAll('\\n', '\r\n');
    case 'whoami':
      return `${guest.username}\r\n`;
    default:
      return `${name}: command not found\r\n`;
  }
}
