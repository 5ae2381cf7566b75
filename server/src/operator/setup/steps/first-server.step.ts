import { setTimeout as sleep } from 'node:timers/promises';
import { listServers } from '../../../core/fleet/servers/list-servers.ts';
import { getServer } from '../../../core/fleet/servers/get-server.ts';
import { createServer } from '../../../core/fleet/lifecycle/create/create-server.ts';
import { listAccounts } from '../../../core/money/accounts/list-accounts.ts';
import { listPlans } from '../../../core/money/catalog/catalog.store.ts';
import type { CustomerCtx } from '../../../core/ground/ctx.ts';
import { addSshKey } from '../../../core/ground/ssh-keys/add-ssh-key.ts';
import { listSshKeys } from '../../../core/ground/ssh-keys/list-ssh-keys.ts';
import { parsePublicKey } from '../../../core/ground/ssh-keys/parse-public-key.rules.ts';
import { OperatorError } from '../../operator-error.ts';
import { INVOCATION } from '../../verb.ts';
import { incusOf } from '../incus/with-incus.ts';
import type { Setup, Step } from '../step.ts';

const ACTIVE_WITHIN_MS = 600_000;
const LOOK_MS = 500;

/** The proof of it all: a server that answers SSH. */
export const firstServerStep: Step = {
  name: 'server',
  async plan(setup) {
    const ctx = await setup.ctx();
    if (ctx === null || (await incusOf(setup)) === null) return { stands: 'none was asked for', changes: [] };
    const [account] = (await listAccounts(ctx, { limit: 1 })).items;
    if (!account) return { stands: 'none, as there is no customer', changes: [] };
    const customer: CustomerCtx = { ...ctx, accountId: account.id };
    const [present] = (await listServers(customer, { limit: 1 })).items;
    if (present && present.status !== 'PROVISIONING') return { stands: `${present.name} is there`, changes: [] };
    const [plan] = (await listPlans(ctx.db.sql)).filter(
      ({ priceOnRequest, purchasable, gpuCount }) => !priceOnRequest && purchasable && gpuCount === 1,
    );
    if (present)
      return {
        stands: present.name,
        changes: [{ verb: 'start', what: present.name, run: () => untilActive(setup, customer, present.id) }],
      };
    if (!plan || (await isUnwanted(setup))) return { stands: 'none; deploy one in the console', changes: [] };
    const { publicKey } = setup;
    const run = async () => {
      const sshKeyId = await keyIdOf(customer, publicKey ?? '');
      const { id } = await createServer(customer, { productId: plan.id, sshKeyId });
      await untilActive(setup, customer, id);
    };
    return {
      stands: `one for ${account.name}`,
      changes: [{ verb: 'make', what: `a server of ${plan.id} for ${account.name}, from the credit`, run }],
    };
  },
};

async function isUnwanted({ answers, publicKey, notes }: Setup): Promise<boolean> {
  const wanted = await answers.get('first-server', { byDefault: publicKey === null ? 'no' : 'yes' });
  if (wanted === 'no') return true;
  if (publicKey === null)
    throw new OperatorError('A first server lets in whoever has a key. Name the file of the public one with --ssh-key.');
  const key = parsePublicKey(publicKey);
  if (!('problem' in key)) return false;
  notes.push('No first server was made: the public key cannot be used.');
  throw new OperatorError(`The public SSH key cannot be used: ${key.problem.en} Name the file of another with --ssh-key.`);
}

/** The customer may have it already, from a setup that was stopped. */
async function keyIdOf(customer: CustomerCtx, publicKey: string): Promise<string> {
  const key = parsePublicKey(publicKey);
  const present =
    'problem' in key ? undefined : (await listSshKeys(customer)).items.find(({ fingerprint }) => fingerprint === key.fingerprint);
  return (present ?? (await addSshKey(customer, { name: 'setup', publicKey }))).id;
}

/** Waits, and notes how it is reached. @throws OperatorError it does not come up */
async function untilActive(setup: Setup, customer: CustomerCtx, serverId: string): Promise<void> {
  const limit = performance.now() + ACTIVE_WITHIN_MS;
  for (;;) {
    const { status, ipv4, sshPort, sshUser } = await getServer(customer, { serverId });
    if (status === 'ACTIVE' && ipv4 !== null) {
      setup.notes.push(`The first server answers: ssh ${sshPort === 22 ? '' : `-p ${sshPort} `}${sshUser}@${ipv4}`);
      return;
    }
    const isLost = status === 'ERROR' || status === 'DELETED';
    if (isLost || performance.now() > limit)
      throw new OperatorError(
        `The first server did not come up, and costs nothing. Why: ${INVOCATION} server show ${serverId}; ${INVOCATION} engine check`,
      );
    await sleep(LOOK_MS, undefined, { signal: setup.signal });
  }
}
