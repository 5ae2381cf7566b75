import type { FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { notFound } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { decodeCursor, foreignCursor, LIST_MAX, page, type Page } from '../../ground/page.ts';
import { firewallRuleOf } from './firewall.rules.ts';
import { readShared } from './forward-rules.ts';
import { readRules } from './firewall.store.ts';

/** A server's rules, oldest first. @throws NOT_FOUND */
export async function listFirewallRules(
  ctx: CustomerCtx,
  input: { serverId: string; limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<FirewallRule>> {
  const { serverId, cursor, limit = LIST_MAX } = input;
  const after = cursor === undefined ? 0n : ruleIdOf(decodeCursor(cursor));
  const read = await readRules(ctx.db.sql, { accountId: ctx.accountId, serverId, after, limit: limit + 1 });
  if (!read) throw notFound('server');
  const { items, nextCursor } = page(read.rules, limit, (rule) => String(rule.id));
  const shared = await readShared(ctx.db.sql, read);
  return { items: items.map((rule) => firewallRuleOf(rule, read, shared)), nextCursor };
}

function ruleIdOf(key: string): bigint {
  if (/^\d{1,18}$/.test(key)) return BigInt(key);
  throw foreignCursor();
}
