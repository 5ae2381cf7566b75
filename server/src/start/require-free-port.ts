import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { errorCode } from '../db/postgres-errors.ts';
import { StartRefused } from './start-refused.ts';

/**
 * Tries the host's addresses before anything else is started. A name such as `localhost` has two, and another program on the same port of
 * one of them would receive our requests.
 * @throws the system's error with code EADDRINUSE or EACCES; an address the machine does not have is skipped
 * @throws StartRefused when the machine has none of them
 */
export async function requireFreePort({ host, port }: { host: string; port: number }): Promise<string[]> {
  const opened: string[] = [];
  for (const address of await addressesOf(host)) {
    try {
      await listenOnce({ address, port });
      opened.push(address);
    } catch (error) {
      if (errorCode(error) === 'EADDRINUSE' || errorCode(error) === 'EACCES') throw error;
    }
  }
  if (opened.length === 0) throw new StartRefused(`BOREAL_HOST: ${host} is no address of this machine. ${ADVICE}`);
  return opened;
}

const ADVICE = 'Take one that it has, or 0.0.0.0 for all of them.';

/** curl and browsers resolve `localhost` to both loopback addresses, whatever the machine's hosts file says. */
async function addressesOf(host: string): Promise<ReadonlySet<string>> {
  const found = await lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return new Set(host === 'localhost' ? ['127.0.0.1', '::1', ...found] : found);
}

function listenOnce({ address, port }: { address: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => server.close(() => resolve()));
  });
}
