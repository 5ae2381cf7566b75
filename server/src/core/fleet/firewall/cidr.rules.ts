import { firewallSentences } from '@boreal/contract/request-sentences/firewall.sentences.ts';
import { isIPv4, isIPv6 } from 'node:net';
import type { Ethertype } from '@boreal/contract/servers/firewall.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import ipaddr from 'ipaddr.js';

export type ParsedCidr = { readonly cidr: string } | { readonly problem: Told };

/** Every address of each family. */
export const anywhere = { IPv4: '0.0.0.0/0', IPv6: '::/0' } as const satisfies Record<Ethertype, string>;

const bits = { IPv4: 32, IPv6: 128 } as const satisfies Record<Ethertype, number>;
const examples = { IPv4: '203.0.113.0/24', IPv6: '2001:db8::/32' } as const satisfies Record<Ethertype, string>;

/**
 * A network of one family in its one canonical form. A bare address means that address alone. An address inside a network (`10.0.0.1/8`) is
 * refused, naming the network: its author may have meant only the address.
 */
export function parseCidr(text: string, family: Ethertype): ParsedCidr {
  const [address = '', prefixText, ...more] = text.trim().split('/');
  const other = family === 'IPv4' ? 'IPv6' : 'IPv4';
  if (isOf(other, address)) {
    return {
      problem: firewallSentences.otherFamily({ other, family }),
    };
  }
  const prefix = prefixText === undefined ? bits[family] : /^(0|[1-9]\d{0,2})$/.test(prefixText) ? Number(prefixText) : -1;
  if (!isOf(family, address) || prefix < 0 || prefix > bits[family] || more.length > 0) {
    return {
      problem: firewallSentences.noNetwork({ family, example: examples[family] }),
    };
  }
  return family === 'IPv4' ? network4(address, prefix) : network6(address, prefix);
}

/** Strict decimal or colon notation, without a zone (`fe80::1%eth0`), which is only meaningful on one machine. */
function isOf(family: Ethertype, address: string): boolean {
  return family === 'IPv4' ? isIPv4(address) : isIPv6(address) && !address.includes('%');
}

function network4(address: string, prefix: number): ParsedCidr {
  const own = ipaddr.IPv4.parse(address).toString();
  return inNetwork({ own, network: ipaddr.IPv4.networkAddressFromCIDR(`${own}/${prefix}`).toString(), prefix });
}

function network6(address: string, prefix: number): ParsedCidr {
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) {
    return {
      problem: firewallSentences.mappedAddress,
    };
  }
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${prefix}`);
  return inNetwork({ own: parsed.toRFC5952String(), network: network.toRFC5952String(), prefix });
}

function inNetwork({ own, network, prefix }: { own: string; network: string; prefix: number }): ParsedCidr {
  if (own === network) return { cidr: `${network}/${prefix}` };
  return {
    problem: firewallSentences.insideNetwork({ own, prefix, network }),
  };
}
