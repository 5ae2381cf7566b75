import { describeRule } from '@boreal/contract/servers/describe-rule.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { lockOwnServer } from '../servers/servers.store.ts';
import { publishRules } from './change-rules.ts';
import { removeRule } from './firewall.store.ts';

/** Removes a rule; the machine enforces it until the worker has pushed the others. @throws NOT_FOUND server or rule */
export function deleteFirewallRule(
  ctx: CustomerCtx,
  input: { serverId: string; ruleId: number },
): Promise<{ ruleId: number; status: 'deleted' }> {
  return ctx.transact(async (tx) => {
    const { serverId, ruleId } = input;
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId });
    const rule = await removeRule(tx, { serverId, ruleId: BigInt(ruleId) });
    if (!rule) throw notFound('firewall rule');
    await publishRules(tx, ctx, { server, type: 'firewall.rule_deleted', rule });
    await recordAudit(tx, ctx, {
      accountId: ctx.accountId,
      action: 'firewall_rule.deleted',
      target: serverId,
      detail: { ruleId: String(ruleId), rule: describeRule(rule, 'en') },
    });
    return { ruleId, status: 'deleted' };
  });
}
