import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config.ts';
import { startCloud, type Cloud } from '../core/testing/cloud.ts';
import { addMs, HOUR_MS } from '../kit/clock.ts';
import type { Keyboard } from './setup/keyboard.ts';
import { runOperator } from './run-operator.ts';

const BUILT = fileURLToPath(new URL('../../dist/operator.js', import.meta.url));

export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A cloud, and the operator's command on its database. */
export interface OperatedCloud extends Cloud {
  /** The real command, in its own process. */
  run(...args: string[]): Promise<CommandRun>;
  /** The same without a process, for the many ways in which a command can be refused. */
  attempt(...args: string[]): Promise<CommandRun>;
  /** The output of a command that must succeed. */
  done(...args: string[]): Promise<string>;
  /** The message of a command that must be refused. */
  refused(...args: string[]): Promise<string>;
}

/** A cloud that began six hours ago, so that a test's actions lie in the past when the command runs. */
export async function startOperatedCloud(): Promise<OperatedCloud> {
  const cloud = await startCloud({ start: addMs(new Date(), -6 * HOUR_MS) });
  const env = { DATABASE_URL: cloud.db.url };
  const attempt = (...args: string[]) => attemptCommand(args, env);
  return {
    ...cloud,
    run: (...args) => runCommand(args, env),
    attempt,
    done: async (...args) => {
      const { code, out, err } = await attempt(...args);
      assert.equal(code, 0, err);
      return out;
    },
    refused: async (...args) => {
      const { code, out, err } = await attempt(...args);
      assert.equal(code, 1, out);
      return err;
    },
  };
}

/** Runs the command in a separate process; its environment has only these variables, and Node's compile cache. */
export function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<CommandRun> {
  const { NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [BUILT, ...args], { env: { ...env, NODE_COMPILE_CACHE } }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

export async function attemptCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  keyboard: Keyboard | null = null,
): Promise<CommandRun> {
  let [out, err] = ['', ''];
  const code = await runOperator({
    args,
    readConfig: () => readConfig(env),
    environment: env,
    keyboard,
    print: (text) => {
      out += text;
    },
    complain: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

/** The one JSON document that a command printed. */
export function jsonOf(outcome: CommandRun): unknown {
  return JSON.parse(outcome.out);
}

/** The first id of a kind that a command printed, such as `acc` or `txn`. */
export function idIn(outcome: CommandRun, prefix: string): string {
  return new RegExp(`\\b${prefix}_[0-9a-z]{26}\\b`).exec(outcome.out)?.[0] ?? '';
}
