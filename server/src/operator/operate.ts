import type { Command } from 'commander';
import type { Config } from '../config.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { OperatorError } from './operator-error.ts';
import { printed, type CommandOutput } from './output.ts';

/** Wraps a verb's work for commander: opens a context for it, and prints its answer. */
export type Operate = <A extends readonly unknown[]>(
  work: (ctx: Ctx, ...args: A) => Promise<CommandOutput>,
) => (this: Command, ...args: A) => Promise<void>;

export function createOperate(parts: { open: () => Promise<Ctx>; print: (text: string) => void }): Operate {
  return (work) =>
    async function operate(...args) {
      const ctx = await parts.open();
      let answer: CommandOutput;
      try {
        answer = await work(ctx, ...args);
      } finally {
        await ctx.db.close();
      }
      parts.print(printed(answer, this.opts()['json'] === true));
      if (answer.failure !== undefined) throw new OperatorError(answer.failure);
    };
}

/** The same for commands that need no database, or make their own. */
export type OperateAlone = <A extends readonly unknown[]>(
  work: (config: Config, ...args: A) => Promise<CommandOutput>,
) => (this: Command, ...args: A) => Promise<void>;

export function createOperateAlone(parts: { readConfig: () => Config; print: (text: string) => void }): OperateAlone {
  return (work) =>
    async function operateAlone(...args) {
      const answer = await work(parts.readConfig(), ...args);
      parts.print(printed(answer, this.opts()['json'] === true));
      if (answer.failure !== undefined) throw new OperatorError(answer.failure);
    };
}
