import { access, readFile } from 'node:fs/promises';

/** Where this machine has the names of protocols, and the program that reads them. */
export interface ProtocolNames {
  readonly names: string;
  readonly nft: string;
}

const DEBIANS: ProtocolNames = { names: '/etc/protocols', nft: '/usr/sbin/nft' };

/**
 * Why this machine's nft would not understand the rules that Incus writes for servers, as a sentence that says what to do; null: it would,
 * or there is none. Incus itself reports nothing before the first server with rules, which then does not start.
 */
export async function whyNoProtocolNames({ names, nft }: ProtocolNames = DEBIANS): Promise<string | null> {
  const hasNft = await access(nft).then(
    () => true,
    () => false,
  );
  if (!hasNft) return null;
  const text = await readFile(names, 'utf8').catch(() => '');
  if (/^ipv6-icmp\s/m.test(text)) return null;
  return `No server starts, because nft does not know the names of protocols in Incus' rules: ${names} is missing here. Install it: apt-get install netbase`;
}
