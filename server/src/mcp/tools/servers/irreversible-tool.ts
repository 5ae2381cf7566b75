import { asRead } from '@boreal/contract/values/visible-text.ts';
import { whatFollowsIn } from '@boreal/contract/servers/what-follows-in.ts';
import type { AtStake } from '@boreal/contract/servers/at-stake.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { getServerAtStake } from '../../../core/commerce/orders/get-server-at-stake.ts';
import { getServer } from '../../../core/fleet/servers/views/get-server.ts';
import { joining, type CustomerCtx } from '../../../core/ground/ctx.ts';
import { shareMeterMark } from '../../../core/money/clocks/meter-mark.store.ts';
import { lockAccount } from '../../../core/money/ledger/locked-account.store.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { defineTool, type ToolText } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { rehearse } from '../../rehearse.ts';

type Deed = 'delete' | 'cancel';

/** What ends a server. Nothing in it calls the network. */
interface Ending<A extends z.ZodObject> extends Pick<ToolText, 'name' | 'title' | 'description'> {
  readonly deed: Deed;
  readonly answer: A;
  readonly act: (ctx: CustomerCtx, input: { serverId: string }) => Promise<z.input<A>>;
  readonly tell: (answer: z.output<A>) => string;
}

/**
 * A tool that cannot be undone, in two calls: without the server's name it does nothing and says what would be lost and refunded, to be
 * shown to the agent's user; with the name, it does it, and with `shown` only if that is still so. What refuses the second call refuses
 * the first.
 */
export function irreversibleTool<A extends z.ZodObject>({ deed, answer, act, tell, ...told }: Ending<A>) {
  return defineTool({
    ...told,
    group: 'servers',
    effect: 'destructive',
    input: ServerInput.extend({ confirmName: z.string().max(100).optional(), shown: z.string().max(100).optional() }),
    output: z.object({ ...answer.partial().shape, whatFollows: z.array(z.string()).optional(), shown: z.string().optional() }),
    run: async (ctx, { serverId, confirmName, shown }) => {
      if (confirmName === undefined) {
        await rehearse(ctx, (inTx) => act(inTx, { serverId }));
        const atStake = await atStakeOf(ctx, { serverId });
        return { whatFollows: whatFollowsIn(ctx.locale, deed, atStake), shown: digestOf(deed, atStake) };
      }
      await requireName(ctx, { serverId, confirmName });
      if (shown === undefined) return act(ctx, { serverId });
      return ctx.transact(async (tx) => {
        // Whatever starts a clock or a term waits for the account.
        await shareMeterMark(tx);
        await lockAccount(tx, ctx.accountId);
        const inTx = joining(ctx, tx);
        if (digestOf(deed, await atStakeOf(inTx, { serverId })) !== shown) throw new AppError('CONFIRM_AGAIN', { of: 'what follows' });
        return act(inTx, { serverId });
      });
    },
    tell: ({ whatFollows, ...rest }) =>
      whatFollows === undefined
        ? tell(answer.parse(rest))
        : 'Nothing is done yet. Show whatFollows to your user and ask; then call again with shown and with confirmName, the name of the server.',
  });
}

async function atStakeOf(ctx: CustomerCtx, { serverId }: { serverId: string }): Promise<AtStake> {
  const { atStake } = await getServerAtStake(ctx, { serverId });
  if (atStake === null) throw notFound('server');
  return atStake;
}

/** Stands for the sentences, whatever their language: an agent hands back a few letters, not what it read. */
function digestOf(deed: Deed, atStake: AtStake): string {
  return createHash('sha256')
    .update(whatFollowsIn('en', deed, atStake).join('\n'))
    .digest('hex')
    .slice(0, 12);
}

/** The server is named twice: by its id and by the name that people see. An old one may contain invisible characters. */
async function requireName(ctx: CustomerCtx, input: { serverId: string; confirmName: string }): Promise<void> {
  const server = await getServer(ctx, { serverId: input.serverId });
  if (asRead(server.name) !== asRead(input.confirmName)) throw new AppError('CONFIRM_NAME_MISMATCH', {});
}
