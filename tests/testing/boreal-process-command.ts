import { spawn } from 'node:child_process';
import { bareEnvironment, NODE, ROOT, type Environment } from './boreal-process.ts';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Longer than any command takes on a busy machine. */
const ENDED_WITHIN_MS = 180_000;

/** Runs a program to its end, in the project's folder unless another is named. @throws when it does not end */
export function runCommand(
  program: string,
  args: readonly string[],
  { environment = {}, cwd = ROOT }: { environment?: Environment; cwd?: string } = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...bareEnvironment(), ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    const written = { stdout: '', stderr: '' };
    child.stdout.on('data', (bytes: Buffer) => (written.stdout += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (written.stderr += bytes.toString()));
    const limit = setTimeout(() => {
      reject(new Error(`not within ${ENDED_WITHIN_MS / 1000} s: ${program} ends; it wrote:\n${written.stdout}\n${written.stderr}`));
      child.kill('SIGKILL');
    }, ENDED_WITHIN_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve({ code, ...written });
    });
  });
}

/** Runs `npm run operator -- …` as npm would. `place` names the database: BOREAL_DATA_DIR or DATABASE_URL. */
export function operator(place: Environment, ...args: readonly string[]): Promise<CommandResult> {
  return runCommand(NODE, ['server/dist/operator.js', ...args], { environment: place });
}
