import type { Ctx } from '../../core/ground/ctx.ts';
import { CLIENT_ADDRESS, REQUEST_ID } from './auth-headers.ts';

/** The context of a person's own request to the library: through the console, from their address. */
export function asPerson(ctx: Ctx, person: { id: string; name: string }, headers: Headers | null | undefined): Ctx {
  return {
    ...ctx,
    actor: { type: 'user', id: person.id, name: person.name },
    door: 'console',
    address: headers?.get(CLIENT_ADDRESS) ?? null,
    requestId: headers?.get(REQUEST_ID) ?? null,
  };
}
