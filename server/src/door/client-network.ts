/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, because one customer holds at least
 * that many addresses.
 */
export function clientNetwork(ip: string): string {
  if (!ip.includes(':')) return ip;
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7);
  const [head = '', tail] = (ip.split('%')[0] ?? ip).split('::');
  const groups = head === '' ? [] : head.split(':');
  // "::" stands for at least one zero group; how many matters only when it lies in the first half.
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    const afterLength = after.length + (tail.includes('.') ? 1 : 0);
    while (groups.length < 8 - afterLength) groups.push('0');
    groups.push(...after);
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
