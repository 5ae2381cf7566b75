import { CloudError, isConflict, isNotFound } from '../cloud/cloud-errors.ts';
import { CloudServer } from '../cloud/cloud-shapes.ts';
import { askForLine, dialLine } from '../machine/open-console.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

const WITHOUT = 'so customers have no console in the browser.';
const OR_NONE = 'Or say OPENSTACK_CONSOLE=none.';

/**
 * Whether nova offers serial consoles, and its proxy answers from here: asked for any running machine, because nova gives the proxy's
 * address only with a machine's. The console itself is not opened, because whoever is using it would lose it.
 */
export async function missingConsole({ client }: Pick<OpenstackDeps, 'client'>, signal: AbortSignal): Promise<string[]> {
  const [machine] = await client.list('compute', '/servers/detail?limit=1&status=ACTIVE', { key: 'servers', shape: CloudServer }, signal);
  if (!machine) return [];
  try {
    const url = await askForLine({ client }, machine.id, signal);
    // Without the token in it, the proxy leads nowhere.
    url.search = '';
    const silence = await whySilent({ client }, url, signal);
    if (silence === null) return [];
    return [
      `Nova's serial proxy at ${url.host} does not answer (${silence}), ${WITHOUT} Look whether nova-serialproxy runs, and whether this machine reaches it: its address is base_url of [serial_console] in nova.conf. ${OR_NONE}`,
    ];
  } catch (error) {
    // It was stopped or removed meanwhile.
    if (isConflict(error) || isNotFound(error)) return [];
    if (!(error instanceof CloudError) || error.status !== 400) throw error;
    return [
      `Nova gives no serial consoles (${error.message}), ${WITHOUT} In nova.conf of nova-api and of the compute hosts, put enabled = true in [serial_console], and run nova-serialproxy. ${OR_NONE}`,
    ];
  }
}

/** Null if the proxy answers, whatever it says without a token; a gateway answers 502 to 504 if nothing is behind it. */
async function whySilent({ client }: Pick<OpenstackDeps, 'client'>, url: URL, signal: AbortSignal): Promise<string | null> {
  const socket = dialLine({ client }, url);
  try {
    return await new Promise<string | null>((resolve) => {
      signal.addEventListener('abort', () => resolve('it was not waited for'), { once: true });
      socket.once('open', () => resolve(null));
      socket.once('unexpected-response', (_request, { statusCode = 0 }) =>
        resolve(statusCode >= 502 && statusCode <= 504 ? `HTTP ${statusCode}` : null),
      );
      socket.on('error', (error) => resolve(error.message));
    });
  } finally {
    socket.terminate();
    signal.throwIfAborted();
  }
}
