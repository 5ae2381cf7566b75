import { CreateServerRequest } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { Quote } from '../../spending-tool.ts';
import type { Tool } from '../../tool.ts';
import { createServer } from './create-server.tool.ts';

export const quoteServer: Tool = {
  name: 'svc_quote_server',
  group: 'servers',
  title: 'Quote a server',
  description:
    'Price of an hourly server and a token for svc_create_server, valid 10 minutes. Spends nothing. Ids: svc_list_products, svc_list_ssh_keys.',
  effect: 'read',
  idempotent: true,
  spends: false,
  input: CreateServerRequest,
  output: z.object({ quote: Quote }),
  run: (ctx, args, parts) => createServer.quote(ctx, args, parts),
};
