import { defineTool, type ToolText } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import type { AgentCtx } from '../../tool.ts';
import { ServerAnswer, serverNow, tellServer } from './server-answer.ts';

interface ServerWish extends Pick<ToolText, 'name' | 'title' | 'description'> {
  readonly wish: (ctx: AgentCtx, input: { serverId: string }) => Promise<unknown>;
}

/** A tool that interrupts a server: it records the wish, and answers with the server as it is then. */
export function serverWishTool({ wish, ...told }: ServerWish) {
  return defineTool({
    ...told,
    group: 'servers',
    effect: 'destructive',
    input: ServerInput,
    output: ServerAnswer,
    run: async (ctx, { serverId }) => {
      await wish(ctx, { serverId });
      return serverNow(ctx, serverId);
    },
    tell: tellServer,
  });
}
