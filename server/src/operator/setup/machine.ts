import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { environmentOfChildren } from '../../kit/environment-of-children.ts';
import { OperatorError } from '../operator-error.ts';

export interface Ran {
  /** 127: no such program. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** This machine, with the operations that setup needs. */
export interface Machine {
  readonly isRoot: boolean;
  /** Runs a program and waits for its end. Never with a secret: every user sees all command lines. Its environment has no secrets either. */
  run(program: string, args: readonly string[]): Promise<Ran>;
  /** Writes a world-readable file owned by root, and creates its folder. */
  write(path: string, text: string): Promise<void>;
  /** A user of this machine; null if there is none of this name. */
  user(name: string): Promise<{ readonly uid: number; readonly gid: number } | null>;
  /** Makes this process run as that user, with all their groups, irrevocably. */
  become(name: string): Promise<void>;
}

const NO_PROGRAM = 127;
/** Long enough for a package manager or a disk; anything longer hangs. */
const LIMIT_MS = 600_000;

export function thisMachine(): Machine {
  const machine: Machine = {
    isRoot: process.getuid?.() === 0,
    run: (program, args) =>
      new Promise((resolve) => {
        const options = { timeout: LIMIT_MS, maxBuffer: 16 * 1024 * 1024, env: environmentOfChildren() };
        const child = execFile(program, [...args], options, (error, out, err) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : NO_PROGRAM;
          resolve({ code, out, err });
        });
        child.stdin?.end();
      }),
    async write(path, text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text, { mode: 0o644 });
    },
    async user(name) {
      const [uid, gid] = await Promise.all(['-u', '-g'].map((which) => machine.run('id', [which, name])));
      return uid?.code === 0 && gid?.code === 0 ? { uid: Number(uid.out), gid: Number(gid.out) } : null;
    },
    async become(name) {
      const user = await machine.user(name);
      if (user === null) throw new OperatorError(`There is no user ${name}.`);
      process.setgroups?.((await mustRun(machine, 'id', ['-G', name])).trim().split(' ').map(Number));
      process.setgid?.(user.gid);
      process.setuid?.(user.uid);
    },
  };
  return machine;
}

/** Runs a program that must succeed. @throws OperatorError with its output */
export async function mustRun(machine: Machine, program: string, args: readonly string[]): Promise<string> {
  const { code, out, err } = await machine.run(program, args);
  if (code === 0) return out;
  const said = (err.trim() || out.trim() || `it ended with ${code}`).split('\n').slice(-3).join(' ');
  throw new OperatorError(`${[program, ...args].join(' ')}: ${said}`);
}
