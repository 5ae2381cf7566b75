import { asRead } from '@boreal/contract/values/visible-text.ts';
import { whatFollowsIn } from '@boreal/contract/servers/what-follows-in.ts';
import { z } from 'zod';
import { getServerAtStake } from '../../../core/commerce/orders/get-server-at-stake.ts';
import { getServer } from '../../../core/fleet/servers/views/get-server.ts';
import type { CustomerCtx } from '../../../core/ground/ctx.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { defineTool, type ToolText } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { rehearse } from '../../rehearse.ts';
import type { AgentCtx } from '../../tool.ts';

/** What ends a server. Nothing in it calls the network. */
interface Ending<A extends z.ZodObject> extends Pick<ToolText, 'name' | 'title' | 'description'> {
  readonly deed: 'delete' | 'cancel';
  readonly answer: A;
  readonly act: (ctx: CustomerCtx, input: { serverId: string }) => Promise<z.input<A>>;
  readonly tell: (answer: z.output<A>) => string;
}

/**
 * A tool that cannot be undone, in two calls: without the server's name it does nothing and says what would be lost and refunded, to be
 * shown to the agent's user; with the name, it does it. What refuses the second call refuses the first.
 */
export function irreversibleTool<A extends z.ZodObject>({ deed, answer, act, tell, ...told }: Ending<A>) {
  return defineTool({
    ...told,
    group: 'servers',
    effect: 'destructive',
    input: ServerInput.extend({ confirmName: z.string().max(100).optional() }),
    output: z.object({ ...answer.partial().shape, whatFollows: z.array(z.string()).optional() }),
    run: async (ctx, { serverId, confirmName }) => {
      if (confirmName === undefined) {
        await rehearse(ctx, (inTx) => act(inTx, { serverId }));
        return { whatFollows: await whatFollowsOf(ctx, { serverId, deed }) };
      }
      await requireName(ctx, { serverId, confirmName });
      return act(ctx, { serverId });
    },
    tell: ({ whatFollows, ...rest }) =>
      whatFollows === undefined
        ? tell(answer.parse(rest))
        : 'Nothing is done yet. Show whatFollows to your user and ask; then call again with confirmName, the name of the server.',
  });
}

async function whatFollowsOf(ctx: AgentCtx, { serverId, deed }: { serverId: string; deed: 'delete' | 'cancel' }): Promise<string[]> {
  const { atStake } = await getServerAtStake(ctx, { serverId });
  if (atStake === null) throw notFound('server');
  return whatFollowsIn(ctx.locale, deed, atStake);
}

/** The server is named twice: by its id and by the name that people see. An old one may contain invisible characters. */
async function requireName(ctx: CustomerCtx, input: { serverId: string; confirmName: string }): Promise<void> {
  const server = await getServer(ctx, { serverId: input.serverId });
  if (asRead(server.name) !== asRead(input.confirmName)) throw new AppError('CONFIRM_NAME_MISMATCH', {});
}
