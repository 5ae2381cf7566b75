import { siteLinks } from '@boreal/contract/words/links.ts';
import { secretText } from '@boreal/contract/values/secret-text.ts';
import { z } from 'zod';
import { makeConsoleLink } from '../../../core/fleet/servers/console/console-link.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';

export const getConsoleUrl = defineTool({
  name: 'svc_get_console_url',
  group: 'servers',
  title: 'Get a console link',
  description: 'A link to a terminal of a running server in the browser, for your user, valid once, within 5 minutes.',
  effect: 'write',
  idempotent: true,
  input: ServerInput,
  output: z.object({ url: secretText(z.string()), expiresAt: z.string() }),
  run: async (ctx, { serverId }, { siteUrl }) => {
    const { token, expiresAt } = await makeConsoleLink(ctx, { serverId });
    return { url: siteLinks(siteUrl).serialConsole(token), expiresAt: expiresAt.toISOString() };
  },
  tell: ({ expiresAt }) => `Give your user the link in url; it opens until ${expiresAt}.`,
});
