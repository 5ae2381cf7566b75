import { commandLine, PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { AskBoreal } from './ask-boreal.ts';
import { showCommand } from './confirm.ts';
import { Failure } from './failure.ts';
import { readData, understood } from './read-pages.ts';
import type { Terminal } from './terminal.ts';
import { waitWords } from './words/wait-words.ts';

const USUAL_MINUTES = 30;
/** Twenty requests a minute, of thirty that a network may send. */
const LOOK_EVERY_MS = 3000;

const Server = z.object({ status: z.string(), task: z.string().nullable().optional() });

/** Statuses that will change by themselves, besides servers with a task. */
const PASSING = new Set(['PROVISIONING', 'REBOOTING']);

/**
 * Polls a server until nothing is in progress, reports changes on standard error, and returns its final state.
 * @throws if the result is not the expected one, or the wait takes too long
 */
export async function waitUntil(
  status: string,
  { id, minutes }: { id: string; minutes: number | null },
  { ask, terminal, locale }: { ask: AskBoreal; terminal: Terminal; locale: Locale },
): Promise<unknown> {
  const begin = performance.now();
  const seconds = () => Math.round((performance.now() - begin) / 1000);
  const limitSeconds = (minutes ?? USUAL_MINUTES) * 60;
  let shown = '';
  for (;;) {
    const seen = await look(id, ask);
    if (seen !== null) {
      const server = understood(Server.safeParse(seen.data));
      const now = visibleLine([server.status, server.task ?? ''].filter(Boolean).join(', '));
      if (now !== shown) terminal.say(`${waitWords.now(seconds(), now)[locale]}\n`);
      shown = now;
      const rests = !server.task && !PASSING.has(server.status);
      if (rests && server.status === status) return seen.data;
      if (rests) throw ended('ENDED_OTHERWISE', waitWords.otherwise(now, status), id);
    }
    if (seconds() >= limitSeconds) throw ended('WAITED_TOO_LONG', waitWords.tooLong(shown, limitSeconds / 60), id);
    await sleep(LOOK_EVERY_MS, null, { signal: terminal.stopped }).catch(() => undefined);
    if (terminal.stopped.aborted) throw stoppedWaiting(id);
  }
}

/** Null while Boreal cannot be reached: the server continues meanwhile, and so does the wait. */
async function look(id: string, ask: AskBoreal): Promise<{ readonly data: unknown } | null> {
  try {
    return { data: await readData(ask, { row: commandLine['servers show'].row, params: { id } }) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.exitCode === 130) throw stoppedWaiting(id);
    if (error.exitCode === 3) return null;
    throw error;
  }
}

function ended(code: string, told: Failure['told'], id: string): Failure {
  return new Failure({ exitCode: 5, code, told, next: [waitWords.see(`${PROGRAM} servers events ${id}`)] });
}

function stoppedWaiting(id: string): Failure {
  return new Failure({ exitCode: 130, code: 'INTERRUPTED', told: waitWords.stopped, next: [waitWords.see(showCommand(id))] });
}
