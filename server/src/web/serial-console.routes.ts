import { ConsoleLink } from '@boreal/contract/console.ts';
import { siteLinks } from '@boreal/contract/links.ts';
import { makeConsoleLink } from '../core/servers/console-link.ts';
import { endpoint } from '../door/define-endpoint.ts';
import { ownServer, ServerPath } from '../door/own-server.ts';
import { CHANGES } from './console-limits.ts';

/** The way from the console to a server's serial console. */
export const serialConsoleRoutes = [
  endpoint(
    'POST',
    '/servers/:id/console-link',
    {
      group: 'Console',
      limit: CHANGES,
      needs: 'servers.write',
      takes: { params: ServerPath },
      status: 201,
      data: ConsoleLink,
      owns: ownServer,
      errors: ['NOT_FOUND', 'INVALID_STATE'],
      name: 'createConsoleLink',
      summary: 'A link that opens the serial console of a running server once, within five minutes',
    },
    async (ctx, { params: { id } }, { siteUrl }) => {
      const { token, expiresAt } = await makeConsoleLink(ctx, { serverId: id });
      return { url: siteLinks(siteUrl).serialConsole(token), expiresAt: expiresAt.toISOString() };
    },
  ),
];
