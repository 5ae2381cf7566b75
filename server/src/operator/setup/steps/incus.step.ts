import { appendFile, readFile } from 'node:fs/promises';
import { Server } from '../../../engines/incus/client/incus-shapes.ts';
import { whyNoProtocolNames } from '../../../engines/incus/rules/protocol-names.ts';
import { isLocal } from '../../../start/open-engine.ts';
import { OperatorError } from '../../operator-error.ts';
import { INVOCATION } from '../../verb.ts';
import { BOREAL_USER } from '../boreal-user.ts';
import { incusOf, withIncus } from '../incus/with-incus.ts';
import { mustRun } from '../machine.ts';
import type { Change, Setup, Step } from '../step.ts';

/** Its path in Debian's package. */
const SOCKET = 'unix:///var/lib/incus/unix.socket';
const GROUP = 'incus-admin';

/** Incus itself, and Boreal's access to it. */
export const incusStep: Step = {
  name: 'incus',
  async plan(setup) {
    const incus = await incusOf(setup);
    if (incus === null) return { stands: 'not set up here', changes: [] };
    const deaf = isLocal(incus) ? await whyNoProtocolNames() : null;
    if (deaf !== null) throw new OperatorError(`${deaf}, and go on with: ${INVOCATION} setup`);
    const { value } = await withIncus(setup, incus, ({ client, signal }) => client.read('/1.0', Server, signal));
    const { server_version: version, server_clustered: clustered } = value.environment;
    const stands = `${version} answers at ${incus.url}${clustered ? ', a cluster' : ''}`;
    return { stands, changes: incus.url === SOCKET ? [...(await idChanges(setup)), ...(await groupChange(setup))] : [] };
  },
};

const ID_FILES = ['/etc/subuid', '/etc/subgid'] as const;
/** Each container has 65,536 ids of its own. */
const IDS = 'root:1000000:1000000000';

async function idChanges({ machine }: Setup): Promise<Change[]> {
  if (!machine.isRoot) return [];
  const missing: string[] = [];
  for (const path of ID_FILES) if (!/^(root|0):/m.test(await readFile(path, 'utf8').catch(() => ''))) missing.push(path);
  if (missing.length === 0) return [];
  const run = async () => {
    for (const path of missing) await appendFile(path, `${IDS}\n`);
    await mustRun(machine, 'systemctl', ['restart', 'incus.service']);
  };
  return [{ verb: 'write', what: `user ids for containers to ${missing.join(' and ')}, and restart Incus`, run }];
}

/** Members of the group are effectively root on this machine: Boreal makes its machines. */
async function groupChange({ machine }: Setup): Promise<Change[]> {
  if (!machine.isRoot || (await machine.user(BOREAL_USER)) === null) return [];
  const groups = (await mustRun(machine, 'id', ['-nG', BOREAL_USER])).trim().split(' ');
  if (groups.includes(GROUP)) return [];
  const run = async () => void (await mustRun(machine, 'adduser', ['--quiet', BOREAL_USER, GROUP]));
  return [{ verb: 'put', what: `Boreal's user in the group ${GROUP}, which may do anything with Incus`, run }];
}
