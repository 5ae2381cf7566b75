import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { environmentOfChildren } from '../../kit/environment-of-children.ts';
import { OperatorError } from '../operator-error.ts';

export interface Ran {
  /** 127: there is no such program. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** This machine, as far as setup changes it. */
export interface Machine {
  readonly isRoot: boolean;
  /** Runs a program and waits for its end. Never with a secret: everybody sees the command lines of all. Nor is one in its environment. */
  run(program: string, args: readonly string[]): Promise<Ran>;
  /** Writes a file of root's that everybody may read, and the folder it is in. */
  write(path: string, text: string): Promise<void>;
  /** A user of this machine; null: there is none of this name. */
  user(name: string): Promise<{ readonly uid: number; readonly gid: number } | null>;
  /** From now on this process is that user, with all their groups, and never root again. */
  become(name: string): Promise<void>;
}

const NO_PROGRAM = 127;
/** Long enough for a package manager or a disk; what takes longer hangs. */
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

/** Runs a program that must succeed. @throws OperatorError with what it said */
export async function mustRun(machine: Machine, program: string, args: readonly string[]): Promise<string> {
  const { code, out, err } = await machine.run(program, args);
  if (code === 0) return out;
  const said = (err.trim() || out.trim() || `it ended with ${code}`).split('\n').slice(-3).join(' ');
  throw new OperatorError(`${[program, ...args].join(' ')}: ${said}`);
}
