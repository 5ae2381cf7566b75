import * as rows from '@boreal/contract/endpoints/console/strangers.ts';
import { signUp, type VerifyLink } from '../core/money/accounts/sign-up.ts';
import { makePuzzle } from '../core/money/accounts/sign-up-puzzle.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { stopStockAlerts } from '../core/fleet/stock-alerts/remove-stock-alert.ts';
import { strengthOf } from '../core/ground/people/guessable-password.ts';
import { previewInvitation } from '../core/ground/members/preview-invitation.ts';
import { clientNetwork } from '../door/client-network.ts';
import { bind } from '../door/bind.ts';
import type { Endpoint } from '../door/endpoint.ts';

/** What anyone may call without signing in. */
export function strangerRoutes(parts: { makeLink: (email: string) => Promise<VerifyLink> }): readonly Endpoint<Ctx>[] {
  return bind(rows, {
    signUp: async (ctx, { body }) => {
      await signUp(ctx, body, { link: await parts.makeLink(body.email), network: clientNetwork(ctx.address ?? '') });
      return { email: body.email };
    },
    makeSignUpPuzzle: (ctx) => makePuzzle(ctx),
    checkPassword: async (_ctx, { body: { password, ...whose } }) => ({ strength: await strengthOf(password, whose) }),
    stopStockAlerts: (ctx, { body }) => stopStockAlerts(ctx, body),
    previewInvitation: (ctx, { body }) => previewInvitation(ctx, body),
  });
}
