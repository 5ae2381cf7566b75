import { generateKeyPairSync } from 'node:crypto';
import { createAccount } from '../server/src/core/money/accounts/create-account.ts';
import { creditAccount } from '../server/src/core/commerce/credit-by-hand/credit-account.ts';
import { addHost } from '../server/src/core/fleet/capacity/hosts/add-host.ts';
import { addPool } from '../server/src/core/fleet/capacity/pools/add-pool.ts';
import { createCtx } from '../server/src/core/create-ctx.ts';
import type { Ctx } from '../server/src/core/ground/ctx.ts';
import { createKey } from '../server/src/core/ground/keys/create-key.ts';
import { addSshKey } from '../server/src/core/ground/ssh-keys/add-ssh-key.ts';
import { connect } from '../server/src/db/connect.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { createLog } from '../server/src/kit/log.ts';

/** Models for sale in the benchmark; each has its own pool, whose lock its deployments share. */
export const MODELS = ['h200-sxm', 'h100-sxm', 'a100-80gb', 'l40s'] as const;

/** A customer with a full key, an SSH key and more credit than a benchmark spends. */
export interface Customer {
  readonly key: string;
  readonly sshKeyId: string;
}

export interface Shop {
  /** Has a few servers and polls them. */
  readonly watcher: Customer;
  readonly deployers: readonly Customer[];
}

/** Fills a new database with hosts of eight GPUs and with customers. */
export async function fitOut(databaseUrl: string, input: { deployers: number; hostsPerModel: number }): Promise<Shop> {
  const db = connect({ url: databaseUrl, max: 2 });
  try {
    const ctx = createCtx({ db, clock: systemClock(), log: createLog('warn') });
    for (const gpuModel of MODELS) await addHosts(ctx, gpuModel, input.hostsPerModel);
    const watcher = await addCustomer(ctx, 'watcher');
    const deployers: Customer[] = [];
    for (let n = 1; n <= input.deployers; n += 1) deployers.push(await addCustomer(ctx, `deployer ${n}`));
    await db.pool.query('analyze');
    return { watcher, deployers };
  } finally {
    await db.close();
  }
}

async function addHosts(ctx: Ctx, gpuModel: string, hosts: number): Promise<void> {
  const pool = await addPool(ctx, { name: `bench ${gpuModel}`, engine: 'simulated', gpuModel, region: 'canada-montreal' });
  for (let n = 1; n <= hosts; n += 1) await addHost(ctx, { poolId: pool.id, name: `bench-${gpuModel}-${n}`, gpuCount: 8 });
}

async function addCustomer(ctx: Ctx, name: string): Promise<Customer> {
  const accountId = await ctx.transact((tx) => createAccount(tx, { name, now: ctx.clock.now() }));
  await creditAccount(ctx, { accountId, amountMicros: 1_000_000_000_000n, reason: 'benchmark' });
  const { text } = await createKey(ctx, { accountId, access: 'full', name: 'benchmark' });
  const sshKey = await addSshKey({ ...ctx, accountId }, { name: 'benchmark', publicKey: sshPublicKey() });
  return { key: text, sshKeyId: sshKey.id };
}

function sshPublicKey(): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const parts = [Buffer.from('ssh-ed25519'), Buffer.from(x, 'base64url')];
  const blob = Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
  return `ssh-ed25519 ${blob.toString('base64')} benchmark`;
}

function lengthOf(part: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(part.length);
  return bytes;
}
