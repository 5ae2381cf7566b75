import { describeRule } from '../servers/describe-rule.ts';
import type { WordsOf } from './told.ts';

/** Rules of a server's firewall. */
export const firewallWords = {
  'firewall.rule_added': ({ rule }) => ({
    en: `Firewall rule added: ${describeRule(rule, 'en')}.`,
    fr: `Règle de pare-feu ajoutée : ${describeRule(rule, 'fr')}.`,
  }),
  'firewall.rule_deleted': ({ rule }) => ({
    en: `Firewall rule deleted: ${describeRule(rule, 'en')}.`,
    fr: `Règle de pare-feu supprimée : ${describeRule(rule, 'fr')}.`,
  }),
} as const satisfies WordsOf<'firewall.rule_added' | 'firewall.rule_deleted'>;
