import { z } from 'zod';
import { switchAtPrice, switchForNothing } from '../../../core/fleet/lifecycle/change/switch-at-price.ts';
import { priceOfSwitch } from '../../../core/fleet/lifecycle/create/price-of-launch.ts';
import type { CustomerCtx } from '../../../core/ground/ctx.ts';
import { defineTool, type ToolText } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { spendingTool } from '../../spending-tool.ts';
import type { AgentCtx } from '../../tool.ts';
import { ServerAnswer, serverNow, tellServer, ToolServer } from './server-answer.ts';

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
    // The whole shape is in svc_get_server: another copy would fill an agent's context.
    output: ServerAnswer.extend({ server: ToolServer.pick({ id: true, status: true, task: true, why: true }).loose() }),
    run: async (ctx, { serverId }) => {
      await wish(ctx, { serverId });
      return ServerAnswer.parse(await serverNow(ctx, serverId));
    },
    tell: tellServer,
  });
}

interface ServerSwitch extends Pick<ToolText, 'name' | 'title' | 'description'> {
  readonly wish: (ctx: CustomerCtx, input: { serverId: string }) => Promise<void>;
}

/** The same for what is free unless the server is in ERROR: then its billing begins again, which is agreed to first. */
export function serverSwitchTool({ wish, ...told }: ServerSwitch) {
  return spendingTool({
    ...told,
    group: 'servers',
    effect: 'destructive',
    idempotent: false,
    input: ServerInput,
    result: ServerAnswer.partial().extend({ id: z.string() }),
    flat: true,
    offer: async (db, ctx, { serverId }) => ({
      ...(await priceOfSwitch(db, { accountId: ctx.accountId, serverId, at: ctx.clock.now() })),
      covers: 'its next hour, charged once its machine is back, then every hour',
    }),
    spend: async (ctx, { serverId }) => {
      await switchAtPrice(ctx, { serverId }, wish);
      return { id: serverId };
    },
    spendNothing: async (ctx, { serverId }) => ((await switchForNothing(ctx, { serverId }, wish)) ? { id: serverId } : null),
    settle: async (ctx, { id }) => ({ id, ...(await serverNow(ctx, id)) }),
    outcome: ({ server, ...rest }) => ({ text: server ? tellServer({ server, ...rest }) : 'Done.', spent: true }),
  });
}
