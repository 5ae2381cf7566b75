import { asRead } from '@boreal/contract/visible-text.ts';
import type { CustomerCtx } from '../../../core/ground/ctx.ts';
import { getServer } from '../../../core/fleet/servers/get-server.ts';
import { AppError } from '../../../kit/errors.ts';

/**
 * Irreversible actions name their server twice: by id and by its visible name. An old name may contain invisible characters.
 * @throws NOT_FOUND · CONFIRM_NAME_MISMATCH
 */
export async function requireName(ctx: CustomerCtx, input: { serverId: string; confirmName: string }): Promise<void> {
  const server = await getServer(ctx, { serverId: input.serverId });
  if (asRead(server.name) !== asRead(input.confirmName)) throw new AppError('CONFIRM_NAME_MISMATCH', {});
}
