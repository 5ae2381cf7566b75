import { BlockList, isIP } from 'node:net';

/** Whether an address is one of the configured proxies. */
export type IsTrusted = (address: string) => boolean;

/**
 * Parses addresses ("10.0.0.7") and networks ("10.0.0.0/8", "fd00::/8") into Node's own list. Fastify would accept more than is meant
 * ("loopback", "010.0.0.7" in octal) and refuse a /0, and the code that assigns request ids has no Fastify request yet.
 * @throws RangeError on a text that is neither, so that a typo never silently trusts or distrusts
 */
export function trustedProxies(texts: readonly string[]): IsTrusted {
  const exact = new Set<string>();
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', bits, ...more] = text.trim().split('/');
    const version = isIP(address);
    if (version === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)) || more.length > 0) {
      throw new RangeError(`"${text}" is not an address such as 10.0.0.7 or a network such as 10.0.0.0/8`);
    }
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) exact.add(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    // Most requests come through a proxy listed by its exact address; searching the list costs a microsecond per request.
    if (exact.has(address)) return true;
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
