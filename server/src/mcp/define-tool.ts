import type { z } from 'zod';
import { validate } from '../kit/validate.ts';
import type { AgentCtx, Tool, ToolAnswer, ToolParts } from './tool.ts';

/** What every tool's file declares. */
export type ToolText = Pick<Tool, 'name' | 'group' | 'title' | 'description' | 'mails'> & {
  /** Default: reading. */
  readonly effect?: 'write' | 'destructive';
  /** Whether calling it again changes nothing more; always true for reads. */
  readonly idempotent?: boolean;
};

/** A tool that wraps one operation of core. `tell` builds the sentence from the answer. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  about: ToolText & {
    input: I;
    output: O;
    run: (ctx: AgentCtx, args: z.output<I>, parts: ToolParts) => Promise<z.input<O>>;
    tell: (data: z.output<O>) => string;
    /** The facts in fewer words than JSON, for long answers. */
    lines?: (data: z.output<O>) => string;
  },
): Tool {
  const { effect = 'read', idempotent = effect === 'read', run, tell, lines, input, output, ...text } = about;
  return {
    ...text,
    effect,
    idempotent,
    spends: false,
    input,
    output,
    run: async (ctx, args, parts): Promise<ToolAnswer> => {
      const data = output.parse(await run(ctx, validate(input, args), parts));
      return { data, text: tell(data), ...(lines && { lines: lines(data) }) };
    },
  };
}
