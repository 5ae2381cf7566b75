import { spawn } from 'node:child_process';
import { bareEnvironment, NODE, ROOT, type Environment } from './boreal-process.ts';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in the project's folder to its end. */
export function runCommand(program: string, args: readonly string[], environment: Environment = {}): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, env: { ...bareEnvironment(), ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
    const written = { stdout: '', stderr: '' };
    child.stdout.on('data', (bytes: Buffer) => (written.stdout += bytes.toString()));
    child.stderr.on('data', (bytes: Buffer) => (written.stderr += bytes.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...written }));
  });
}

/** Runs `npm run operator -- …` as npm would. `place` names the database: BOREAL_DATA_DIR or DATABASE_URL. */
export function operator(place: Environment, ...args: readonly string[]): Promise<CommandResult> {
  return runCommand(NODE, ['server/src/operator/main.ts', ...args], place);
}
