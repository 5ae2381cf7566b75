import type { Locale } from '../words/language.ts';
import type { FirewallRuleFacts } from './events.ts';

/** `443`, `8000-8100`, or `any`: every port, or ICMP, which has none. */
export function portText({ portMin, portMax }: Pick<FirewallRuleFacts, 'portMin' | 'portMax'>): number | string {
  if (portMin === null || portMax === null) return 'any';
  return portMin === portMax ? portMin : `${portMin}-${portMax}`;
}

/** `ingress tcp 443 from 0.0.0.0/0`: a firewall rule in one line. */
export function describeRule(rule: FirewallRuleFacts, locale: Locale): string {
  const words = ruleWords[locale];
  const port = portText(rule);
  const what = rule.protocol === 'icmp' ? 'icmp' : `${rule.protocol} ${port === 'any' ? words.anyPort : port}`;
  const { direction, side } = words[rule.direction];
  return `${direction} ${what} ${side} ${rule.cidr}`;
}

const ruleWords = {
  en: { anyPort: 'any port', ingress: { direction: 'ingress', side: 'from' }, egress: { direction: 'egress', side: 'to' } },
  fr: { anyPort: 'tous les ports', ingress: { direction: 'entrée', side: 'depuis' }, egress: { direction: 'sortie', side: 'vers' } },
} as const;
