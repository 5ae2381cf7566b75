import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { stopped } from './stopped.ts';

/** A person at a terminal who can be asked. */
export interface Keyboard {
  /** What they type; `hidden` input is not shown. @throws OperatorError they pressed Ctrl-C, or are gone */
  ask(question: string, options: { hidden: boolean }): Promise<string>;
}

/** Null if nobody can be asked: a script, a pipe. */
export function keyboardOf(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Keyboard | null {
  return input.isTTY && output.isTTY ? openKeyboard(input, output) : null;
}

export function openKeyboard(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Keyboard {
  return {
    ask: (question, { hidden }) =>
      new Promise((resolve, reject) => {
        let silent = false;
        // Keeps the terminal's line editing; only its output is dropped.
        const shown = new Writable({
          write(chunk: Buffer, _encoding, done) {
            if (!silent) output.write(chunk);
            done();
          },
        });
        const line = createInterface({ input, output: shown, terminal: true, historySize: 0 });
        const gone = () => {
          line.close();
          output.write('\n');
          reject(stopped());
        };
        line.once('SIGINT', gone);
        line.once('close', gone);
        line.question(question, (text) => {
          line.off('close', gone);
          line.close();
          if (hidden) output.write('\n');
          resolve(text);
        });
        silent = hidden;
      }),
  };
}
