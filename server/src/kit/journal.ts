import { fstatSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** What a stream says of itself, so that pino tells it the level of each line before it writes it. */
const METADATA = Symbol.for('pino.metadata');

/**
 * Whether standard error leads into systemd's journal. `stream`: JOURNAL_STREAM, which whoever writes elsewhere inherits as well, so it
 * is compared with the file that standard error is.
 */
export function isJournal(stream: string | undefined): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino } = fstatSync(2, { bigint: true });
    return stream === `${dev}:${ino}`;
  } catch {
    return false;
  }
}

/**
 * The same lines with the priority that the journal takes from their beginning, and keeps apart: without it `journalctl --priority
 * warning` would show none of them.
 */
export function withPriorities(to: DestinationStream): DestinationStream {
  const stream = {
    [METADATA]: true,
    lastLevel: 30,
    write(line: string): void {
      to.write(`<${priorityOf(stream.lastLevel)}>${line}`);
    },
  };
  return stream;
}

/** A sentence that is no line of the log, such as why a start is refused: each of its lines is an error. */
export function asErrors(text: string): string {
  return text.replaceAll(/^/gm, `<${priorityOf(50)}>`);
}

/** The numbers of syslog, by those of pino. */
function priorityOf(level: number): number {
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}
