import { setTimeout as sleep } from 'node:timers/promises';
import { gpuReasonWords } from '@boreal/contract/fleet/gpu-words.ts';
import type { HostGpu } from '@boreal/contract/fleet/gpus.ts';
import type { ServerSummary } from '@boreal/contract/servers/servers.ts';
import { listGpus } from '../../../core/fleet/capacity/gpus/list-gpus.ts';
import { listServers } from '../../../core/fleet/servers/views/list-servers.ts';
import { findServer } from '../../../core/fleet/servers/servers.store.ts';
import { getServer } from '../../../core/fleet/servers/views/get-server.ts';
import { deleteServer } from '../../../core/fleet/lifecycle/change/delete-server.ts';
import { createServer } from '../../../core/fleet/lifecycle/create/create-server.ts';
import { listAccounts } from '../../../core/money/accounts/list-accounts.ts';
import { listPlans } from '../../../core/money/catalog/catalog.store.ts';
import type { Ctx, CustomerCtx } from '../../../core/ground/ctx.ts';
import { addSshKey } from '../../../core/ground/ssh-keys/add-ssh-key.ts';
import { listSshKeys } from '../../../core/ground/ssh-keys/list-ssh-keys.ts';
import { parsePublicKey } from '../../../core/ground/ssh-keys/parse-public-key.rules.ts';
import { OperatorError } from '../../operator-error.ts';
import { plain } from '../../output.ts';
import { INVOCATION } from '../../verb.ts';
import { incusOf } from '../incus/with-incus.ts';
import { serviceOf } from '../service.ts';
import type { Setup, Step } from '../step.ts';

const ACTIVE_WITHIN_MS = 600_000;
const LOOK_MS = 500;
/** Most are up by then; virtual machines with large GPUs take longer. */
const LONG_MS = 60_000;
const LONG = 'This takes longer than usual; setup goes on waiting.';

/** The final proof: a server that answers SSH. */
export const firstServerStep: Step = {
  name: 'server',
  async plan(setup) {
    const ctx = await setup.ctx();
    if (ctx === null || (await incusOf(setup)) === null) return { stands: 'none was asked for', changes: [] };
    const [account] = (await listAccounts(ctx, { limit: 1 })).items;
    if (!account) return { stands: 'none, as there is no customer', changes: [] };
    const customer: CustomerCtx = { ...ctx, accountId: account.id };
    const [present] = (await listServers(customer, { limit: 1 })).items;
    const failed = present && (await neverCameUp(ctx, present)) ? present : null;
    if (present && present.status !== 'PROVISIONING' && !failed) return { stands: `${present.name} is there`, changes: [] };
    const [plan] = (await listPlans(ctx.db.sql)).filter(
      ({ priceOnRequest, purchasable, gpuCount }) => !priceOnRequest && purchasable && gpuCount === 1,
    );
    if (present && !failed)
      return {
        stands: present.name,
        changes: [{ verb: 'start', what: present.name, run: () => untilActive(setup, customer, present.id) }],
      };
    if (!plan || (await isUnwanted(setup))) return { stands: 'none; deploy one in the console', changes: [] };
    const { publicKey } = setup;
    const run = async () => {
      const sshKeyId = await keyIdOf(customer, publicKey ?? '');
      if (failed) await deleteServer(customer, { serverId: failed.id });
      const { id } = await createServer(customer, { productId: plan.id, sshKeyId });
      await untilActive(setup, customer, id);
    };
    return {
      stands: `one for ${account.name}`,
      changes: [{ verb: 'make', what: `a server of ${plan.id} for ${account.name}, from the credit`, run }],
    };
  },
};

/** A server that failed in an earlier setup has cost nothing and contains no work: another replaces it. */
async function neverCameUp({ db }: Ctx, { id, status }: ServerSummary): Promise<boolean> {
  return status === 'ERROR' && (await findServer(db.sql, id))?.firstActiveAt === null;
}

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

/** The customer may already have the key, from an interrupted setup. */
async function keyIdOf(customer: CustomerCtx, publicKey: string): Promise<string> {
  const key = parsePublicKey(publicKey);
  const present =
    'problem' in key ? undefined : (await listSshKeys(customer)).items.find(({ fingerprint }) => fingerprint === key.fingerprint);
  return (present ?? (await addSshKey(customer, { name: 'setup', publicKey }))).id;
}

/** Waits, reports which GPUs are set aside meanwhile, and notes how to reach the server. @throws OperatorError it does not come up */
async function untilActive(setup: Setup, customer: CustomerCtx, serverId: string): Promise<void> {
  const { clock } = customer;
  const begun = clock.wall().getTime();
  const told = new Set<string>();
  for (;;) {
    const { status, ipv4, sshPort, sshUser } = await getServer(customer, { serverId });
    if (status === 'ACTIVE' && ipv4 !== null) {
      setup.notes.push(`The first server answers: ssh ${sshPort === 22 ? '' : `-p ${sshPort} `}${sshUser}@${ipv4}`);
      return;
    }
    const gpus = (await listGpus(customer.db.sql)).filter(({ state }) => state !== 'removed');
    for (const gpu of gpus.filter(({ state }) => state !== 'ok')) sayOnce(setup, told, `${nameOf(gpu)} is set aside. ${whyAside(gpu)}`);
    // Even if Boreal gave up on the server meanwhile: another would find no GPU, either.
    if (gpus.length > 0 && gpus.every(({ state }) => state !== 'ok')) throw new OperatorError(await noneLeft(setup, gpus));
    const waitedMs = clock.wall().getTime() - begun;
    if (status === 'ERROR' || status === 'DELETED' || waitedMs > ACTIVE_WITHIN_MS)
      throw new OperatorError(
        `The first server did not come up, and costs nothing. ${await lastWords(setup)}\n` +
          `Fix what it says, and run setup again: it makes another. More: ${INVOCATION} server show ${serverId}; ${INVOCATION} engine check`,
      );
    if (waitedMs > LONG_MS && !told.has(LONG)) sayOnce(setup, told, LONG, await lastWords(setup));
    await sleep(LOOK_MS, undefined, { signal: setup.signal });
  }
}

function sayOnce({ say }: Setup, told: Set<string>, sentence: string, more = ''): void {
  if (!told.has(sentence)) say(`  ${plain(sentence)} ${more.split('\n').map(plain).join('\n')}`.trimEnd());
  told.add(sentence);
}

function nameOf({ hostName, slot, device }: HostGpu): string {
  return `GPU ${slot} of ${hostName}${device === null ? '' : ` (${device})`}`;
}

function whyAside({ reason }: HostGpu): string {
  return reason === null ? '' : gpuReasonWords(reason).en;
}

/** Boreal keeps trying until it gives up on the server: the operator need not wait for that. */
async function noneLeft(setup: Setup, gpus: readonly HostGpu[]): Promise<string> {
  const release = gpus.map(({ hostName, slot }) => `  ${INVOCATION} gpu release ${hostName} ${slot}`).join('\n');
  return (
    `The first server has not come up, and no GPU is left to try. ${await lastWords(setup)}\n` +
    `Fix what it says, put the GPUs back on sale, and run setup again.\n${release}`
  );
}

async function lastWords({ machine }: Setup): Promise<string> {
  return `The end of Boreal's log:\n${await (await serviceOf(machine)).lastWords()}`;
}
