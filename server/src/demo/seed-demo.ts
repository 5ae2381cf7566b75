import { seedCatalog } from '../core/catalog/seed-catalog.ts';
import { addHost } from '../core/capacity/add-host.ts';
import { addPool } from '../core/capacity/add-pool.ts';
import { createAccount } from '../core/accounts/create-account.ts';
import { createUser } from '../core/accounts/create-user.ts';
import { giveCredit } from '../core/billing/ledger/ledger.store.ts';
import type { Ctx } from '../core/ctx.ts';
import { createKey } from '../core/keys/create-key.ts';
import type { Tx } from '../db/connect.ts';
import { randomBase62 } from '../kit/ids.ts';
import { MICROS_PER_CAD } from '@boreal/contract/money.ts';

export interface DemoCustomer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly accountId: string;
  /** CAD at the first start. */
  readonly balance: number;
  readonly restKey: string;
  readonly readOnlyKey: string;
  readonly mcpKey: string;
}

export interface Demo {
  readonly customers: readonly DemoCustomer[];
  readonly operator: { readonly email: string; readonly password: string };
}

/** Where the demo's people have their addresses: a name nobody can own. */
export const DEMO_DOMAIN = 'demo.example';

const people = [
  { name: 'Aurore', email: `aurore@${DEMO_DOMAIN}`, micros: 1000n * MICROS_PER_CAD },
  { name: 'Basile', email: `basile@${DEMO_DOMAIN}`, micros: 1n * MICROS_PER_CAD },
  { name: 'Cédric', email: `cedric@${DEMO_DOMAIN}`, micros: 0n },
] as const;

/** Hosts of eight cards (four for the smaller boards): everything in the catalog but the L40S is in stock. */
const pools = [
  { model: 'h200-sxm', hosts: 2, cards: 8 },
  { model: 'h100-sxm', hosts: 4, cards: 8 },
  { model: 'a100-80gb', hosts: 2, cards: 8 },
  { model: 'rtx-pro-6000', hosts: 4, cards: 4 },
  { model: 'l40s', hosts: 0, cards: 8 },
  { model: 'l4', hosts: 8, cards: 2 },
] as const;

/** Fills an empty installation with the demo: catalog, simulated hosts, people, keys and credit. Returns its secrets. */
export async function seedDemo(tx: Tx, ctx: Ctx): Promise<Demo> {
  const now = ctx.clock.now();
  await seedCatalog(tx, now);
  for (const pool of pools) {
    const { id: poolId } = await addPool(ctx, { name: pool.model, engine: 'simulated', gpuModel: pool.model, region: 'canada-montreal' });
    for (let n = 1; n <= pool.hosts; n += 1) {
      await addHost(ctx, { poolId, name: `${pool.model}-${String(n).padStart(2, '0')}`, gpuCount: pool.cards });
    }
  }
  const customers: DemoCustomer[] = [];
  for (const person of people) customers.push(await seedCustomer(tx, ctx, person));
  const operator = { email: `operator@${DEMO_DOMAIN}`, password: randomBase62(20) };
  await createUser(tx, { ...operator, name: 'Operator', role: 'operator', now });
  return { customers, operator };
}

async function seedCustomer(tx: Tx, ctx: Ctx, person: (typeof people)[number]): Promise<DemoCustomer> {
  const { name, email, micros } = person;
  const now = ctx.clock.now();
  const password = randomBase62(20);
  const accountId = await createAccount(tx, { name, now });
  await createUser(tx, { email, name, password, role: 'customer', accountId, now });
  await giveWelcome(tx, ctx, accountId, micros);
  return { name, email, password, accountId, balance: Number(micros / MICROS_PER_CAD), ...(await makeKeys(ctx, accountId)) };
}

/** The welcome credit of the demo customer with this address, CAD. */
export function welcomeCad(email: string): number {
  return Number((people.find((person) => person.email === email)?.micros ?? 0n) / MICROS_PER_CAD);
}

/** A full, a read-only and an MCP key for a demo customer. */
export async function makeKeys(ctx: Ctx, accountId: string): Promise<Pick<DemoCustomer, 'restKey' | 'readOnlyKey' | 'mcpKey'>> {
  const full = await createKey(ctx, { accountId, kind: 'rest', access: 'full', name: 'demo' });
  const readOnly = await createKey(ctx, { accountId, kind: 'rest', access: 'read_only', name: 'demo, read only' });
  const mcp = await createKey(ctx, { accountId, kind: 'mcp', access: 'full', name: 'demo agent' });
  return { restKey: full.text, readOnlyKey: readOnly.text, mcpKey: mcp.text };
}

async function giveWelcome(tx: Tx, ctx: Ctx, accountId: string, amountMicros: bigint): Promise<void> {
  if (amountMicros === 0n) return;
  await giveCredit(tx, ctx, {
    accountId,
    key: `demo-welcome:${accountId}`,
    type: 'promo',
    amountMicros,
    against: 'promo',
    description: 'Welcome credit of the demo',
  });
}
