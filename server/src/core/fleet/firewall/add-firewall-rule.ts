import { firewallSentences } from '@boreal/contract/request-sentences/firewall.sentences.ts';
import { describeRule } from '@boreal/contract/servers/describe-rule.ts';
import { FIREWALL_RULES_MAX, type AddFirewallRuleRequest, type FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { lockOwnServer } from '../servers/servers.store.ts';
import { forwardRules } from './forward-rules.ts';
import { nextVersion, publishRules } from './change-rules.ts';
import { firewallRuleOf, machineRule } from './firewall.rules.ts';
import { countRules, insertRule } from './firewall.store.ts';

/**
 * Adds a rule to a server; it is `pending` until the worker has pushed it to the machine.
 * @throws NOT_FOUND · INVALID_REQUEST fields that contradict each other, a rule the server already has, too many rules
 */
export function addFirewallRule(ctx: CustomerCtx, input: AddFirewallRuleRequest & { serverId: string }): Promise<FirewallRule> {
  return ctx.transact(async (tx) => {
    const { serverId, ...request } = input;
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId });
    const rule = machineRule(request);
    const version = nextVersion(server);
    const row = await insertRule(tx, { ...rule, serverId, version, createdAt: ctx.clock.now() });
    if (!row) throw invalidRequest('', firewallSentences.thereAlready);
    if ((await countRules(tx, serverId)) > FIREWALL_RULES_MAX) {
      throw invalidRequest('', firewallSentences.tooMany(FIREWALL_RULES_MAX));
    }
    const shared = await forwardRules(tx, ctx, server);
    await publishRules(tx, ctx, { server, type: 'firewall.rule_added', rule });
    await recordAudit(tx, ctx, {
      accountId: ctx.accountId,
      action: 'firewall_rule.added',
      target: serverId,
      detail: { ruleId: String(row.id), rule: describeRule(rule, 'en') },
    });
    return firewallRuleOf(row, server, shared);
  });
}
