import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { usageFailure } from './failure.ts';
import { runCli } from './run-cli.ts';
import { usageWords } from './words/usage-words.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

// A reader that stops early, such as `head`, is not a failure.
process.stdout.on('error', (error: Error) => process.exit('code' in error && error.code === 'EPIPE' ? 0 : 1));

void runCli({
  args: process.argv.slice(2),
  environment: process.env,
  isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  print: (text) => void process.stdout.write(text),
  say: (text) => void process.stderr.write(text),
  ask: askLine,
  readFile: (path) => readFile(path, 'utf8').catch(() => Promise.reject(usageFailure(usageWords.noFile(path)))),
  run,
  stopped: stop.signal,
}).then((code) => {
  process.exitCode = code;
});

function askLine(question: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    // In a terminal that is read by line, Ctrl-C arrives here.
    lines.once('SIGINT', () => {
      stop.abort();
      lines.close();
    });
    lines.once('close', () => {
      process.stderr.write('\n');
      resolve(null);
    });
    lines.question(question, (answer) => {
      resolve(answer);
      lines.removeAllListeners('close').close();
    });
  });
}

function run(program: string, args: readonly string[]): Promise<number | null> {
  const { BOREAL_API_KEY: _, ...environment } = process.env;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'inherit', env: environment });
    child.once('error', () => resolve(null));
    // As a shell reports a signal that is not its own.
    child.once('exit', (code) => resolve(code ?? 255));
  });
}
