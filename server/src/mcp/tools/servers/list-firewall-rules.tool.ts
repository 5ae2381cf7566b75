import { FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { z } from 'zod';
import { listFirewallRules as readRules } from '../../../core/fleet/firewall/list-firewall-rules.ts';
import { requireOwnServer } from '../../../core/fleet/servers/views/find-own-server.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, nextCursor, PAGE_DEFAULT, pageFields, ServerInput } from '../../fields.ts';

export const listFirewallRules = defineTool({
  name: 'svc_list_firewall_rules',
  group: 'servers',
  title: 'List firewall rules',
  description: 'Firewall rules of a server; pending until the machine enforces them.',
  input: ServerInput.extend(pageFields),
  output: z.object({ rules: z.array(FirewallRule), nextCursor }),
  run: async (ctx, { serverId, limit = PAGE_DEFAULT, cursor }) => {
    await requireOwnServer(ctx, { serverId });
    const { items, nextCursor: next } = await readRules(ctx, { serverId, limit, cursor });
    return { rules: items, nextCursor: next };
  },
  tell: ({ rules, nextCursor: cursor }) => counted(rules.length, 'rule', cursor),
});
